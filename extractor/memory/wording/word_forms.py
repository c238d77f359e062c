"""Word forms: words that are written in two ways and say the same, a short one and a long one, or two forms of a verb.

Owns the tables of them. Promises one word for all its forms, in small letters. Never reads a text.
"""

from __future__ import annotations

from types import MappingProxyType

_SHORTENED = (
    "admin:administrator admins:administrators app:application apps:applications arg:argument args:arguments"
    " async:asynchronous cmd:command cmds:commands conf:configuration config:configuration configs:configurations"
    " db:database dbs:databases dep:dependency deps:dependencies dev:develop devs:developers dir:directory"
    " dirs:directories doc:documentation docs:documentation env:environment envs:environments func:function"
    " funcs:functions img:image imgs:images impl:implementation infra:infrastructure lib:library libs:libraries"
    " msg:message msgs:messages param:parameter params:parameters perf:performance pkg:package pkgs:packages"
    " prod:production ref:reference refs:references repo:repository repos:repositories stats:statistics"
    " sync:synchronous temp:temporary tmp:temporary util:utility utils:utilities var:variable vars:variables"
    " ver:version"
)
"""What developers shorten. "Auth" is not among them: it says two things."""
_IRREGULAR = (
    "began:begin begun:begin bought:buy broke:break broken:break brought:bring built:build caught:catch"
    " chose:choose chosen:choose drawn:draw drew:draw driven:drive drove:drive fallen:fall fell:fall fought:fight"
    " flew:fly flown:fly forgot:forget forgotten:forget froze:freeze frozen:freeze grew:grow grown:grow hung:hang"
    " hidden:hide held:hold kept:keep lost:lose met:meet paid:pay sold:sell sought:seek shook:shake shaken:shake"
    " slept:sleep spoke:speak spoken:speak spun:spin stole:steal stolen:steal stood:stand stuck:stick struck:strike"
    " swept:sweep swore:swear sworn:swear taught:teach thought:think threw:throw thrown:throw torn:tear"
    " understood:understand woke:wake woken:wake won:win wore:wear worn:wear"
)
"""Forms of verbs that do not begin alike. None that is another word too ("left", "led", "saw", "ground")."""
ONE = MappingProxyType(dict(pair.split(":") for pair in f"{_SHORTENED} {_IRREGULAR}".split()))
"""By a form the one word for it."""
