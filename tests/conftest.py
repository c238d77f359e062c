"""Which cases the property tests try.

`fixed`, the default, tries the same ones every time, so that a failure is found again by running it again. With
`--hypothesis-profile=others` (`make other-cases`) each run tries others, and prints how to come back to one that failed.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("others", database=None, deadline=None, print_blob=True)
settings.load_profile("fixed")
