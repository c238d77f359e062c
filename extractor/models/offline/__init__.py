"""The offline model: embedded rules in place of a model, free, without a key or a network.

Owns what a sentence must look like to be kept. Promises the same reply to the same request. Never does I/O.
"""

from extractor.models.offline.model import Offline

__all__ = ["Offline"]
