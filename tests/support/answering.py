"""How a process does what it is asked to, line by line; `support.elsewhere` asks."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ANSWER = "answer "


def answer(works: Mapping[str, Callable[..., object]]) -> None:
    """Each line names a work, and what it is given; the answer is its values, or the failure."""
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        work = works[request.pop("work")]
        try:
            answer: dict[str, object] = {"values": work(**request)}
        except Exception as failure:
            answer = {"failure": str(failure)}
        print(ANSWER + json.dumps(answer), flush=True)
