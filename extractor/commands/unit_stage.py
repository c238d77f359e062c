"""The stage of `doctor` that looks at the unit: whether it runs, and keeps the state this shell's commands read.

Owns what a sound unit is. Promises to say what starts one that does not run. Changes none.
"""

from __future__ import annotations

from extractor import fs
from extractor.commands.service import astray, unit
from extractor.commands.stages import Broken, World
from extractor.config.settings import LOCK_FILE


def service(world: World) -> str:
    """The unit that keeps the service running."""
    own = unit(world.env, world.call, world.platform)
    if not own.path.exists():
        lock = world.settings.state_dir / LOCK_FILE
        running = fs.lock_holder(lock)
        if running and not fs.lock_command(lock):
            return f"none of yours: pid {running} was started by something else"
        return "no unit: `extractor service install` keeps it running"
    told = own.status()
    active = told.get("active")
    if "failing" in told:
        raise Broken(f"{own.path} does not run: {told['failing']}")
    if active not in ("active", "activating"):
        raise Broken(f"{own.path} is not running ({told.get('job', active)}): `{own.restart}`")
    if why := astray(world.settings, world.env, world.call, world.platform):
        raise Broken(why)
    return f"{own.path} is {'running' if active == 'active' else 'starting'}"
