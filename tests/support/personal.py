"""Personal data in the forms in which it slips into notes, put together at run time."""

from __future__ import annotations

from collections.abc import Mapping

OWN = (
    "annab",
    "Anna Bauer",
    "Müller-Bauer, Anna",
    "anna.bauer82" + "@" + "example.com",
    "annas-macbook-pro.local",
)
"""The names of the person whose notes these are, as a system tells them."""

AT = "@"
DIGITS = "555" + "0142"
PHONE = "+49 30 " + "901820"
HOME = "/" + "home"
USERS = "/" + "Users"


def forms() -> Mapping[str, str]:
    """A sentence for each form, by what it is."""
    return {**_addresses(), **_numbers(), **_places(), **_networks(), **_names(), **_words(), **_hidden()}


def _addresses() -> dict[str, str]:
    mail = f"jo.doe{AT}example.org"
    return {
        "e-mail": f"Deploy questions go to {mail} first.",
        "e-mail in brackets": f"Releases are signed by Jo Doe <{mail}>.",
        "e-mail with a tag": f"Alerts reach jo+shop{AT}example.org at night.",
        "e-mail without a dot": f"Mail for the build goes to jo{AT}localhost daily.",
        "e-mail to a link": f"Write to mailto:jo.doe{AT}example.org about it.",
        "e-mail in words": "The release address is jo dot doe at example dot org.",
        "e-mail with (at)": "The release address is jo.doe (at) example.org today.",
        "e-mail with [at] and [dot]": "The release address is jo[at]example[dot]org today.",
        "e-mail with at": "Releases are announced to jo at gmail in the morning.",
        "e-mail as an entity": "The release address is jo&#64;example.org today.",
        "e-mail percent-encoded": "The release address is jo%40example.org today.",
        "e-mail with an escape": "The release address is jo\\u0040example.org today.",
        "e-mail with a wide sign": "The release address is jo＠example.org today.",
        "e-mail with a small sign": "The release address is jo﹫example.org today.",
        "e-mail in bold": f"The release address is jo**{AT}**example.org today.",
        "e-mail in base64": "The release contact is am9AZXhhbXBsZS5vcmc= in short.",
        "e-mail in hexadecimal": "The release contact is " + b"jo@x.org".hex() + " in short.",
        "e-mail with marks": "The release address is jo_at_example_dot_org today.",
        "e-mail in capitals": "The release address is joATexampleDOTorg today.",
        "e-mail with dashes": "The release address is jo -at- example -dot- org today.",
        "handle": f"Ping {AT}jodoe before a release.",
        "git remote with a user": f"Clone from ssh://jo{AT}git.example.org/shop.git only.",
        "write to somebody": "Write to jo at mail.example.org about releases.",
    }


def _numbers() -> dict[str, str]:
    return {
        "telephone, international": f"The hotline is {PHONE}.",
        "telephone, two noughts": "The on-call number is 0049 30 " + "901820.",
        "telephone, in brackets": "On call is (030) " + "90 18 20 of the night shift.",
        "telephone, US": "On call is (212) " + "555-0142.",
        "telephone, US with dots": "On call is 212." + "555.0142.",
        "telephone, no gaps": "On call is 2125" + DIGITS[1:] + "9.",
        "telephone, local": "On call is 555" + "-0142 at night.",
        "telephone, slash": "On call is 030/" + "901820.",
        "telephone, underscores": "On call is 212_" + "555_0142.",
        "telephone, wide digits": "On call is ２１２５５５０１４２.",
        "telephone, Arabic digits": "On call is ٢١٢٥٥٥٠١٤٢.",
        "telephone, wide gaps": "On call is 212\u2011555\u20110142.",
        "telephone, as a link": "On call is tel:+49" + "30901820.",
        "telephone, short with a label": "Call ext. 4" + "21 before a release.",
        "telephone, in words": "On call is five five five oh one four two.",
        "telephone, letters": "Support is 1-800-" + "FLOWERS.",
        "telephone behind a word": "On call is tel212" + "5550142.",
        "account number": "Invoices go to DE89 3704 0044 " + "0532 0130 00.",
        "social security number": "The test account uses 078-05-" + "1120.",
        "place on the map": "The server room is at 52.5200," + " 13.4050.",
        "session id": "The decision was taken in 1f0c2d9e-5a51-4b6e-9d43-0a6d7c1b2e3f.",
        "street": "Parcels go to 12 Long Acre Street in town.",
        "street, German": "Pakete gehen an die Hauptstraße 12 im Ort.",
    }


def _places() -> dict[str, str]:
    back = "\\"
    return {
        "home, Linux": f"The key stands in {HOME}/jo/keys/release.",
        "home, macOS": f"The key stands in {USERS}/jo/keys.",
        "home, Windows": f"The key stands in C:{back}Users{back}jo{back}keys.",
        "home, Windows with slashes": "The key stands in C:/Users/jo/keys.",
        "home, old Windows": f"The key stands in C:{back}Documents and Settings{back}jo.",
        "home, WSL": "The key stands in /mnt/c/Users/jo.",
        "home, tilde": "The key stands in ~/keys/release.",
        "home, tilde and name": "The key stands in ~jo/keys.",
        "home, root's": "The key stands in /root/keys.",
        "home, root's alone": "Scripts run in /root on the build machine.",
        "home, variable": "The key stands in $HOME/keys.",
        "home, variable in braces": "The key stands in ${HOME}/keys.",
        "home, Windows variable": "The key stands in %USERPROFILE%/keys.",
        "home, as an address": f"The key stands in file://{HOME}/jo/keys.",
        "home, behind an option": f"Build with -I{HOME}/jo/include always.",
        "home, network": f"The key stands in {back}{back}server{back}jo$.",
        "home, wide slashes": "The key stands in ／home／jo／keys.",
        "home, other slashes": "The key stands in ∕home∕jo∕keys.",
        "home, percent-encoded": "The key stands in %2Fhome%2Fjo%2Fkeys.",
        "home, on a page": "Notes stand at https://example.org/~jo/notes.",
        "home, exported": "The key stands in /export/home/jo.",
        "path of the system": "Settings stand in /etc/shop/shop.conf.",
        "path of a volume": "Backups go to /Volumes/Backup/shop.",
        "path of a mount": "Backups go to /volume1/jo/shop.",
        "path of a temporary folder": "Logs go to /tmp/shop/log.",
        "path behind a colon": "The log is at:/var/log/shop.log today.",
        "path behind a sign": "Start it with LOG=/srv/jo/log.",
        "path of a drive": f"Backups go to D:{back}shop{back}backup.",
        "path upwards": "Shared code stands in ../jo-notes/lib.",
    }


def _networks() -> dict[str, str]:
    return {
        "private address, 10": "Staging runs on 10." + "1.2.3.",
        "private address, 192.168": "The printer is 192." + "168.1.20 in the office.",
        "private address, 172": "Staging runs on 172." + "20.0.5:8080.",
        "private address, carrier's": "The tunnel ends at 100." + "64.0.7.",
        "private address, link": "The device answers at 169." + "254.3.4.",
        "private address, network": "The office network is 192." + "168.0.0/16.",
        "private address, star": "The office network is 10.1." + "2.x everywhere.",
        "private address, dashes": "Staging is ip-10-" + "1-2-3 in the cluster.",
        "private address, dots in brackets": "Staging is 10[.]" + "1[.]2[.]3 today.",
        "private address, version 6": "Staging runs on fd12:" + "3456:789a::1.",
        "private address, link of 6": "Staging runs on fe80::" + "1ff:fe23:4567:890a.",
        "private address, hexadecimal": "Staging runs on 0x0a" + "010203.",
        "card": "The licence is bound to 00:1b:44:" + "11:3a:b7.",
        "name in a house": "The box is reached as nas." + "fritz.box.",
    }


def _names() -> dict[str, str]:
    return {
        "user name": "The release job is owned by annab.",
        "user name in a path": "Fixtures stand in fixtures/annab/orders.json.",
        "user name, capital": "The release job is owned by ANNAB.",
        "user name and a number": "The release job is owned by annab2.",
        "first name": "Anna approves every release.",
        "first name, possessive": "Releases are Anna's to approve.",
        "first name, without apostrophe": "The script is in annas folder.",
        "last name": "The Bauer script builds it.",
        "last name, in a word": "The job bauer-nightly builds it.",
        "last name, camel case": "The class is called BauerParser here.",
        "full name joined": "The bot annabauer tags releases.",
        "initial and last name": "The bot abauer tags releases.",
        "name of the address": "The account is anna.bauer82 on the tracker.",
        "umlaut": "Releases are approved by Müller.",
        "umlaut written out": "Releases are approved by Mueller.",
        "umlaut left out": "Releases are approved by Muller.",
        "accented": "Ánná approves every release.",
        "Cyrillic letters": "Releases are approved by Ваuеr.",
        "small capitals": "Releases are approved by ʙᴀᴜᴇʀ.",
        "mathematical letters": "Releases are approved by 𝐁𝐚𝐮𝐞𝐫.",
        "name in bold": "Releases are approved by Ba**ue**r.",
        "letters apart": "Releases are approved by a-n-n-a b-a-u-e-r.",
        "user name in base64": "The release contact is YW5uYWI= in short.",
        "letters far apart": "Releases are approved by B a u e r here.",
        "by its sound": "Релизы утверждает Бауэр сам.",
        "letters in boxes": "Releases are approved by \U0001f170nna.",
        "host name": "The build runs on annas-macbook-pro here.",
    }


def _words() -> dict[str, str]:
    return {
        "the user": "The user prefers short reviews.",
        "the user, asked": "Asked ‘Squash?’, the user said ‘yes’.",
        "the user's": "The user's machine builds it.",
        "user prefers": "User prefers tabs in this project.",
        "a user wants": "Long names are what the user wants here.",
        "first person": "I prefer tabs in this project.",
        "first person, short": "Releases are what I'm waiting for.",
        "first person, small": "In reviews i prefer small steps.",
        "first person, me": "Ask me before a release.",
        "first person, my": "Releases run on my machine.",
        "first person, German": "Releases macht mein Rechner.",
        "first person, French": "Les livraisons attendent que je valide.",
        "first person, Spanish": "Las entregas las apruebo yo siempre.",
        "first person, Russian": "Релиз делаю я сам.",
        "first person, Chinese": "发布由我批准。",
        "the user, Chinese": "用户喜欢短的说明。",
        "second person": "You must tag before a release.",
        "second person, your": "Keep your tags annotated.",
        "birthday": "The release on 2 May is the birthday one.",
    }


def _hidden() -> dict[str, str]:
    return {
        "zero-width space": "Releases are tagged on Fri\u200bdays.",
        "soft hyphen": "Releases are tagged on Fri\u00addays.",
        "turned around": "Releases are tagged \u202eon Fridays.",
        "byte order mark": "Releases are tagged \ufeffon Fridays.",
        "variation selector": "Releases are tagged on Fridays\ufe00.",
        "tag letters": "Releases are tagged on Fridays\U000e0041.",
        "blank letter": "Releases are tagged on\u3164Fridays.",
        "two alphabets": "Rеleases are tagged on Fridays.",
        "placeholder": "The token is [REDACTED:" + "api-key] in staging.",
        "private mark": "The token is [PRI" + "VATE] in staging.",
        "secret": "The token is gh" + "p_" + "k3Jx9Qw2Lm7Zr5Tn8Vb1Hs4Dc6Fg0PyUaEiO in staging.",
        "password": "The database is opened with password=" + "Tr0ub4dor" + "x3y9Zq in staging.",
    }
