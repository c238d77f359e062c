"""How the rooms are joined: settings in, working parts out. One part each, so that a command loads no other."""
