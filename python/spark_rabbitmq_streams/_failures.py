"""Failures of the connector, and how they are recognised in whatever PySpark raises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spark_rabbitmq_streams._codes import CODES

_LABEL = re.compile(r"\[RABBITMQ_STREAMS\.([A-Z0-9_]+)\]")
_END_OF_MESSAGE = re.compile(
    r"\n\s*(?:at [\w.$/]+\(|Caused by: |\.\.\. \d+ more|(?:Driver|JVM) stacktrace:)|\n\s*$"
)


class OptionsError(ValueError):
    """All that is wrong with the options of a `Source` or `Sink`, in the words of the connector."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "\n  - ".join(
                ["[RABBITMQ_STREAMS.INVALID_OPTIONS] The options cannot be used:", *self.problems]
            )
        )

    def __reduce__(self) -> tuple[type[OptionsError], tuple[tuple[str, ...]]]:
        return OptionsError, (self.problems,)


@dataclass(frozen=True)
class RabbitStreamsFailure:
    """A failure of the connector. Codes are stable; `docs/errors.md` explains them."""

    code: str
    """As in ``STREAM_NOT_FOUND``."""
    category: str
    """Whose move is next: ``config``, ``auth``, ``permission``, ``transient_network``, …"""
    is_retryable: bool
    """Whether the same call may succeed later without a change."""
    message: str
    """What happened, where, and what to do."""


def failure_of(exception: BaseException) -> RabbitStreamsFailure | None:
    """The failure of the connector that an exception tells of; None if it tells of another.

    It takes whatever PySpark raises or gives, as by ``query.exception()``, and exceptions that
    were raised from such.
    """
    for text in map(str, _chain(exception)):
        label = _LABEL.search(text)
        if label:
            code = label[1]
            # Of a newer jar's codes this package knows nothing, so that no one retries.
            category, is_retryable = CODES.get(code, ("internal", False))
            message = _END_OF_MESSAGE.split(text[label.end() :], maxsplit=1)[0].strip()
            return RabbitStreamsFailure(code, category, is_retryable, message)
    return None


def _chain(exception: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = exception
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__
