"""Unspaced: Chinese, Japanese and Korean beside letters and numbers of other scripts.

Owns where a word, a number or a path ends that no space ends, and the numbers written in signs. Promises the same
text for what was set apart already. Never does I/O.
"""

from __future__ import annotations

import re

SIGNS = r"\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3"
"""The letters of these scripts, as a part of a class."""
UNITS = {
    "s": "秒钟 秒鐘 秒間 秒 초",
    "min": "分钟 分鐘 分間 分 분",
    "h": "小时 小時 時間 시간",
    "d": "天 日間 日间 日 일",
    "w": "周 週間 週 星期 주",
    "month": "个月 個月 か月 ヶ月 カ月 ヵ月 개월",
    "y": "年間 年 년",
}
"""The units that stand behind a number, by the one each is."""
_UNIT = "|".join(sorted(" ".join(UNITS.values()).split(), key=len, reverse=True))
_OTHERS = r"A-Za-z0-9@#~$%+/\\._-"
_BORDER = re.compile(
    rf"(?<=[{SIGNS}])(?=[{_OTHERS}])|(?<=[{_OTHERS}])(?=[{SIGNS}])(?!(?<=\d)(?:{_UNIT}))|(?<=[{SIGNS}],)(?=\S)|(?<=[A-Za-z0-9],)(?=[{SIGNS}])"
    rf"|(?<=\d)(?P<unit>{_UNIT})(?=[{SIGNS}])"
)
_DIGITS = dict(zip("〇零一二两兩三四五六七八九", (0, 0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_TENS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "萬": 10_000, "亿": 10**8, "億": 10**8}
_LARGE = 10_000
_COUNTED = rf"(?:{_UNIT}|[次回件条條行人名台份倍级級层層页頁列字元块塊点點号號版位项項种種步轮輪月])"
_DRAWN = re.compile(
    rf"(?P<of>百分之)(?P<share>[〇零一二两兩三四五六七八九十百]{{1,8}})"
    rf"|(?!一(?![〇零一二两兩三四五六七八九十百千万萬亿億]))(?P<number>[〇零一二两兩三四五六七八九十百千万萬亿億]{{1,16}})(?={_COUNTED})"
)
"""A number in signs before what is counted; one alone is an article."""
_ANY = re.compile(f"[{SIGNS}]")


def is_unspaced(text: str) -> bool:
    """Whether a text holds a letter of such a script."""
    return not text.isascii() and _ANY.search(text) is not None


def apart(text: str) -> str:
    """The text with a space between these scripts and others, and its numbers in digits; a unit stays at its number."""
    if not is_unspaced(text):
        return text
    return _BORDER.sub(lambda border: f"{border['unit'] or ''} ", _DRAWN.sub(_in_digits, text))


def _in_digits(found: re.Match[str]) -> str:
    return f"{_value(found['share'])}%" if found["share"] else str(_value(found["number"]))


def _value(drawn: str) -> int:
    """The number that signs tell: 三十五 is 35, 二〇二六 is 2026."""
    if len(drawn) > 1 and not any(sign in _TENS for sign in drawn):
        return int("".join(str(_DIGITS[sign]) for sign in drawn))
    whole = part = digit = 0
    for sign in drawn:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif _TENS[sign] < _LARGE:
            part, digit = part + (digit or 1) * _TENS[sign], 0
        else:
            whole, part, digit = (whole + part + digit or 1) * _TENS[sign], 0, 0
    return whole + part + digit
