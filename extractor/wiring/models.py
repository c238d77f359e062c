"""The model by the settings: what it is called, what it costs, what a day of it may use.

Owns the way from settings to a model behind its meter. Promises that what costs a second to import is imported
where a paid model is set, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING

from extractor.api_key import api_key
from extractor.archive.ledger import Ceilings
from extractor.config.settings import Settings
from extractor.domain import Milliseconds
from extractor.errors import ConfigError
from extractor.models.metered import Ledger, Meter, Metered
from extractor.models.model import Model
from extractor.models.offline import Offline
from extractor.models.price import MICROS, Price, price_of

if TYPE_CHECKING:
    from extractor.models.anthropic import Anthropic


def meter_of(settings: Settings, ledger: Ledger, tz: tzinfo, clock: Callable[[], Milliseconds]) -> Meter:
    """What books the calls of the model that is set."""

    def today() -> str:
        return datetime.fromtimestamp(clock() / 1000, UTC).astimezone(tz).date().isoformat()

    return Meter(ledger, ceilings(settings), model_price(settings), today)


def model_of(
    settings: Settings,
    env: Mapping[str, str],
    ledger: Ledger,
    tz: tzinfo,
    clock: Callable[[], Milliseconds],
) -> tuple[str, Callable[[int], Model], Callable[[], None]]:
    """The model's name, the model for a run, and how its connections are closed.

    With `claude-code` the offline rules hold the runs that no fork can.
    """
    if settings.model != "anthropic":
        offline = Offline(tz)
        return offline.name, lambda _run: offline, lambda: None
    paid = paid_model(settings, env)
    meter = meter_of(settings, ledger, tz, clock)
    return paid.name, lambda run: Metered(paid, meter, run), paid.close


def paid_model(settings: Settings, env: Mapping[str, str]) -> Anthropic:
    """The model behind the Messages API, with the key that is set. Raises ConfigError where there is none."""
    # The SDK costs a second and 75 MB: it is first imported when a call is made.
    from extractor.models.anthropic import Anthropic

    found = api_key(settings, env)
    return Anthropic(
        settings.anthropic_model,
        api_key=found.value,
        key_place=found.place,
        base_url=settings.base_url,
        timeout=settings.model_timeout_seconds,
    )


def model_price(settings: Settings) -> Price | None:
    """The price of the model that is set; None where it is not known."""
    is_vendors_own = settings.model == "anthropic" and _is_vendors_own(settings.base_url or "")
    return price_of(settings.paid_model, settings.prices, is_vendors_own)


def _is_vendors_own(url: str) -> bool:
    """Whether an address is the vendor's: where none is set, too."""
    from extractor.models.anthropic import BASE_URL

    return url.lower().rstrip("/") in ("", BASE_URL)


def ceilings(settings: Settings) -> Ceilings:
    """What a day may use. Raises ConfigError where money is bounded and the price is not known."""
    cost = None if settings.daily_cost is None else int(settings.daily_cost * MICROS)
    if cost is not None and model_price(settings) is None:
        raise ConfigError(
            f"daily_cost needs the price of {settings.paid_model}: add it under [prices] in the settings"
        )
    return Ceilings(settings.daily_input_tokens, cost, settings.project_daily_input_tokens)
