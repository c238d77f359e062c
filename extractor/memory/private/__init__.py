"""Files and folders whose text stays where it is, and the paths that calls and their output name."""
