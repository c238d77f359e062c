"""The Messages API, through the SDK, stateless: every call carries all of its conversation.

Owns the connection, the tries, and what each failure means.
Promises a bounded time and that the key stands in no text. Never decides what is kept.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import ValidationError

from extractor.errors import TRIED_AGAIN, ConfigError, ModelUnavailable
from extractor.models.metered import Unbilled
from extractor.models.model import Reply, Request, Stop
from extractor.models.refusal import is_too_long, money_problem, retry_after, why_rejected
from extractor.models.wire import (
    Answer,
    BrokenOff,
    Counted,
    message_params,
    read_answer,
    system_blocks,
    too_large,
    tool_params,
    with_whole_letters,
)

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import MessageParam

BASE_URL = "https://api.anthropic.com"

CONNECT_WITHIN = 10.0
"""Seconds a connection may take to stand."""

LONGEST_PAUSE = 5.0
"""Seconds waited before a second try; where the other side asks for more, the caller waits."""

UNWORKED = (500, 502, 503)
"""Statuses by which a call is said to have failed at once: nothing is billed. Behind a time-out a model may have worked."""

LARGEST_REPLY = 8 << 20
"""Bytes of a reply's body; more is no reply."""


class Anthropic:
    """Asks a model behind the Messages API, Anthropic's or a compatible one at `base_url`.

    `timeout` is the seconds `reply` may take, second tries included; a connection that is slow to stand
    may stretch it to twice that. `max_retries` is how often a call is sent again that found no room or no
    listener, unless the one before failed too: calls that may have been billed are never sent again by
    themselves. `max_output` caps the tokens of a reply below what a request asks for. `key_place` is where
    the key came from, as messages name it.
    Raises ConfigError for a key or an address that cannot be used.
    """

    is_paid = True

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        key_place: str,
        base_url: str | None = None,
        timeout: float = 120,
        max_retries: int = 1,
        max_output: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not api_key or not api_key.isascii() or not api_key.isprintable() or " " in api_key:
            raise ConfigError(f"the API key is empty or holds blanks or line ends: check {key_place}")
        self.name = f"anthropic:{model}"
        self._model = model
        self._key = api_key
        self._key_place = key_place
        self._url = base_url or BASE_URL
        self._host = _host(self._url)
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_output = max_output
        self._clock = clock
        self._sleep = sleep
        self._client: anthropic.Anthropic | None = None
        self._opening = threading.Lock()
        self._is_out = False
        """The last call found no model that works."""
        self._is_key_good = False
        """A call with the key was answered: what is forbidden next is what was asked."""

    def __repr__(self) -> str:
        return f"Anthropic({self._model!r} at {self._host})"

    def __enter__(self) -> Anthropic:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A later call opens them anew."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def reply(self, request: Request) -> Reply:
        """One reply to the request. Safe to call from several threads.

        Raises Unbilled, ModelUnavailable and ConfigError; a refused request is a REJECTED reply.
        """
        self._open()  # loading the SDK takes seconds on a slow machine and is not the service's time
        try:
            reply = self._tried(request, self._clock() + self._timeout)
        except ModelUnavailable:
            self._is_out = True
            raise
        self._is_out = False
        self._is_key_good = self._is_key_good or reply.stop is not Stop.REJECTED
        return reply

    def _tried(self, request: Request, deadline: float) -> Reply:
        """One reply, with second tries where the call before found room: an outage is left alone."""
        for attempt in range(0 if self._is_out else self._max_retries):
            try:
                return self._ask(request, deadline)
            except _NoRoom as error:
                pause = 0.5 * 2**attempt if error.retry_after is None else error.retry_after
                if pause > LONGEST_PAUSE or self._clock() + pause >= deadline:
                    raise
            self._sleep(pause)
        return self._ask(request, deadline)

    def try_key(self) -> str:
        """Ask for a token count, which costs nothing: whether the key, the address and the model are right.

        Raises ConfigError and ModelUnavailable as `reply` does.
        """
        import anthropic

        words: list[MessageParam] = [{"role": "user", "content": "One, two."}]
        counting = self._open().messages.with_streaming_response.count_tokens
        deadline = self._clock() + self._timeout
        try:
            with (
                self._call_of(self._timeout),
                counting(model=self._model, messages=words, timeout=self._timeout) as response,
            ):
                counted = Counted.model_validate_json(self._body(response.iter_bytes(), deadline))
        except ValidationError:
            raise self._unreadable() from None
        except anthropic.APIStatusError as error:
            if error.status_code in (404, 405) and self._url != BASE_URL:
                return f"found; {self._host} counts no tokens, only a call can tell whether it is right"
            refused = self._refused(error)
            raise ConfigError(
                f"the API at {self._host} refused a token count ({refused.detail}): check the model's name"
            ) from None
        return f"{self._host} takes it and counts {counted.input_tokens} tokens for {self._model}"

    def _ask(self, request: Request, deadline: float) -> Reply:
        import anthropic
        import httpx2

        left = max(deadline - self._clock(), 0.05)
        try:
            with (
                self._call_of(left),
                self._open().messages.with_streaming_response.create(
                    model=self._model,
                    max_tokens=min(request.max_output, self._max_output or request.max_output),
                    system=system_blocks(request),
                    tools=tool_params(request) or anthropic.omit,
                    messages=message_params(request),
                    timeout=httpx2.Timeout(left, connect=min(left, CONNECT_WITHIN)),
                ) as response,
            ):
                return self._read(self._body(response.iter_bytes(), deadline))
        except anthropic.APIStatusError as error:
            return self._refused(error)

    @contextmanager
    def _call_of(self, seconds: float) -> Iterator[None]:
        """A call that is over by then. Raises anthropic.APIStatusError, and ModelUnavailable for what broke."""
        import anthropic
        import httpx2

        from extractor.models.bounds import Deadline

        with Deadline(seconds) as deadline:
            try:
                yield
            except (anthropic.APIError, httpx2.HTTPError) as error:
                if isinstance(error, anthropic.APIStatusError) and not deadline.is_over:
                    raise
                raise self._broken(error.__cause__ or error, deadline.is_over) from None

    def _open(self) -> anthropic.Anthropic:
        with self._opening:
            if self._client is None:
                self._client = _client(self._key, self._url, self._host, self._timeout)
            return self._client

    def _body(self, chunks: Iterator[bytes], deadline: float) -> bytes:
        """The whole body. Gateways may send blanks while a model thinks, so each chunk looks at the clock."""
        body = bytearray()
        for chunk in chunks:
            body += chunk
            if self._clock() > deadline:
                raise self._too_late()
            if len(body) > LARGEST_REPLY:
                raise self._unreadable()
        if self._clock() > deadline:  # a connection that is shut may look like the body's end
            raise self._too_late()
        return bytes(body)

    def _read(self, body: bytes) -> Reply:
        try:
            return read_answer(Answer.model_validate_json(with_whole_letters(body)))
        except ValidationError as error:
            raise self._unreadable(too_large(error)) from None
        except KeyError:
            raise self._unreadable("a call without id or name") from None
        except BrokenOff as reason:
            raise ModelUnavailable(f"{self._host} broke its reply off ({reason}): {TRIED_AGAIN}") from None

    def _refused(self, error: anthropic.APIStatusError) -> Reply:
        """What an error status means: a REJECTED reply where the request itself is at fault."""
        status = error.status_code
        if status == 401 or (status == 403 and not self._is_key_good):
            raise ConfigError(
                f"the API at {self._host} refused the key ({status}): check {self._key_place}"
            ) from None
        if status == 403:
            self._is_key_good = False  # a second one with no answer between is for the key
        if status in (404, 405, 410):
            raise ConfigError(
                f"the API at {self._host} knows no model {self._model!r} ({status}): check model and base_url"
            ) from None
        if status < 400:
            raise ConfigError(f"{self._host} points elsewhere ({status}): check base_url") from None
        wait = retry_after(error.response.headers, time.time())
        if status == 407:
            from extractor.models.route import refused_by_proxy

            raise Unbilled(refused_by_proxy(self._url, self._host, "407"), wait) from None
        if problem := money_problem(error):
            raise Unbilled(f"the account at {self._host} {problem}", wait) from None
        if status in (429, 529):
            raise _NoRoom(f"{self._host} has no room now ({status}): {TRIED_AGAIN}", wait) from None
        if status in (408, 409, 499) or status >= 500:
            kind = Unbilled if status in UNWORKED else ModelUnavailable
            raise kind(f"{self._host} failed ({status}): {TRIED_AGAIN}", wait) from None
        return Reply("", (), Stop.REJECTED, detail=why_rejected(error), is_too_long=is_too_long(error))

    def _broken(self, cause: BaseException, is_late: bool) -> ModelUnavailable:
        """What a failed connection means: nothing was billed only where none stood."""
        import httpx2

        from extractor.models.route import refused_by_proxy

        if isinstance(cause, httpx2.ProxyError):
            return Unbilled(refused_by_proxy(self._url, self._host, str(cause)))
        if isinstance(cause, (httpx2.ConnectError, httpx2.ConnectTimeout)):
            return _NoRoom(f"no connection to {self._host}: {TRIED_AGAIN}")
        if is_late or isinstance(cause, httpx2.TimeoutException):
            return self._too_late()
        kind = type(cause).__name__
        return ModelUnavailable(f"the connection to {self._host} broke ({kind}): {TRIED_AGAIN}")

    def _too_late(self) -> ModelUnavailable:
        return ModelUnavailable(f"{self._host} sent no reply within {self._timeout:g} seconds: {TRIED_AGAIN}")

    def _unreadable(self, why: str | None = None) -> ModelUnavailable:
        """`why`: what hinders it where the API itself answers; else the address may be another one's."""
        if why:
            return ModelUnavailable(f"{self._host} sent no readable reply ({why}): {TRIED_AGAIN}")
        return ModelUnavailable(f"{self._host} sent no readable reply: is base_url a Messages API?")


class _NoRoom(Unbilled):
    """Unbilled, and a second try may find room."""


def _host(url: str) -> str:
    """The host and port of an address, without what else may stand in it."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("http", "https"):
        raise ConfigError("base_url is no address of the form https://host[:port]: correct it")
    return host if port is None else f"{host}:{port}"


def _client(key: str, url: str, host: str, timeout: float) -> anthropic.Anthropic:
    import anthropic
    import httpx2

    from extractor.models.route import client

    # What they log at the environment's wish is the conversation itself.
    for name in ("anthropic", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        httpx2.URL(url)
    except httpx2.InvalidURL:
        raise ConfigError(f"base_url is no address that can be called ({host}): correct it") from None
    made = anthropic.Anthropic(
        api_key=key,
        base_url=url,
        max_retries=0,
        open_telemetry=False,
        http_client=client(url, timeout, anthropic.DefaultHttpxClient),
    )
    # The constructor takes headers from the environment, which may carry another service's secrets.
    made._custom_headers = {}
    return made
