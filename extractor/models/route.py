"""The route to an address: the proxies and certificates that the environment names, or past all of them.

Owns the HTTP client and which variable is told where one cannot be used. Promises that what is for this machine
stays on it, whatever the environment names. Never sends anything. Imported by the first call only.
"""

from __future__ import annotations

import os
import re
import ssl
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from socket import inet_aton
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx2

from extractor.errors import TRIED_AGAIN, ConfigError
from extractor.models.bounds import NO_KEEPING, bound, tie

_SCHEMES = ("http", "https", "all")
_STATUS = re.compile(r"\d{3}\b")


def client(url: str, timeout: float, outward: type[httpx2.Client]) -> httpx2.Client:
    """An HTTP client for an address; an `outward` one where proxies may stand on the way.

    Raises ConfigError that names the variable of the environment which cannot be used.
    """
    parts = urlsplit(url)
    if is_here(parts.hostname or ""):
        # What is not encrypted needs no certificate that the environment names.
        verify = _certificates() if parts.scheme == "https" else httpx2.create_ssl_context(trust_env=False)
        return _made(httpx2.Client, timeout, verify, trust_env=False)
    verify = _certificates()
    try:
        return _made(outward, timeout, verify, trust_env=True)
    except (httpx2.InvalidURL, ValueError, ImportError):
        raise ConfigError(_at_fault(verify)) from None


def _made(
    kind: type[httpx2.Client], timeout: float, verify: ssl.SSLContext, trust_env: bool
) -> httpx2.Client:
    return kind(
        timeout=timeout,
        follow_redirects=False,
        limits=NO_KEEPING,
        event_hooks={"request": [tie], "response": [bound]},
        verify=verify,
        trust_env=trust_env,
    )


def is_here(host: str) -> bool:
    """Whether a host is this machine."""
    name = host.lower().removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = _address(name)
    mapped = getattr(address, "ipv4_mapped", None) or address
    # What stands for every address of a machine leads to this one, too.
    return mapped is not None and (mapped.is_loopback or mapped.is_unspecified)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """The address a host is, in whatever form a connection takes it; None where it is a name."""
    for form in (str, inet_aton):
        with suppress(OSError, ValueError):
            return ip_address(form(host))
    return None


def refused_by_proxy(url: str, host: str, told: str) -> str:
    """What a proxy that lets nothing through means. `told`: its answer, of which only the status is repeated."""
    named = getproxies()
    scheme = urlsplit(url).scheme
    name = _variable(scheme if named.get(scheme) else "all")
    status = _STATUS.match(told)
    return f"the proxy that {name} names lets nothing through to {host}{f' ({status[0]})' if status else ''}: {TRIED_AGAIN}"


def _certificates() -> ssl.SSLContext:
    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        name = "SSL_CERT_FILE" if os.environ.get("SSL_CERT_FILE") else "SSL_CERT_DIR"
        why = error.strerror or type(error).__name__
        raise ConfigError(
            f"{name} in the environment names no certificates that can be read ({why}): correct it or leave it out"
        ) from None


def _at_fault(verify: ssl.SSLContext) -> str:
    """The line on the variable that is in the way. Its value is left out: it may hold a password."""
    for scheme in _SCHEMES:
        if proxy := getproxies().get(scheme):
            address = proxy if "://" in proxy else f"http://{proxy}"
            try:
                httpx2.HTTPTransport(verify=verify, proxy=httpx2.Proxy(address)).close()
            except (httpx2.InvalidURL, ValueError, ImportError):
                is_socks = address.lower().startswith("socks")
                what = "a SOCKS proxy, which cannot be used" if is_socks else "no proxy that can be used"
                return (
                    f"{_variable(scheme)} in the environment names {what}: name one of the form http://host:port, or"
                    " leave it out"
                )
    return (
        f"{_variable('no')} in the environment holds a host or range that cannot be read: name single hosts, domains or"
        " IPv4 ranges"
    )


def _variable(scheme: str) -> str:
    """The variable a scheme's proxy comes from; the lower-case one counts first."""
    lower = f"{scheme}_proxy"
    names = [name for name in os.environ if name.lower() == lower and os.environ[name]]
    return lower if lower in names else names[0] if names else f"the system's {scheme} proxy"
