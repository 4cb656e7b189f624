"""Options that are complete and right, as a mapping that Spark's readers and writers take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from spark_rabbitmq_streams._checks import BY_NAME, problems, problems_in
from spark_rabbitmq_streams._failures import OptionsError
from spark_rabbitmq_streams._values import text_of, unfit_items

if TYPE_CHECKING:
    from typing_extensions import Self

    from spark_rabbitmq_streams._table import Use


class _Unchanged:
    def __repr__(self) -> str:
        return "unchanged"


UNCHANGED: Any = _Unchanged()


class Options(Mapping[str, str]):
    """The texts of options by their names, which never change; those of secrets included."""

    __slots__ = ("_texts",)

    _texts: dict[str, str]

    def __init__(self, values: Mapping[str, object]) -> None:
        self._take({name: value for name, value in values.items() if value is not None})

    def _changed(self, values: Mapping[str, object]) -> Self:
        changes = {name: value for name, value in values.items() if value is not UNCHANGED}
        merged = {**self._texts, **changes}
        changed = object.__new__(type(self))
        changed._take({name: merged[name] for name in values if merged.get(name) is not None})
        return changed

    def _take(self, values: Mapping[str, object]) -> None:
        self._texts = {name: text_of(BY_NAME[name], value) for name, value in values.items()}
        told = self._problems()
        for name, value in values.items():
            told += unfit_items(BY_NAME[name], value)
        if told:
            raise OptionsError(told)

    def _problems(self) -> list[str]:
        return problems(self._texts)

    def _require_fit(self, use: Use) -> None:
        refused = problems_in(use, self._texts)
        if refused:
            raise OptionsError(refused)

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __hash__(self) -> int:
        return hash(frozenset(self._texts.items()))

    def __repr__(self) -> str:
        given = (
            f"{BY_NAME[name].argument}={BY_NAME[name].shown(text)}"
            for name, text in self._texts.items()
        )
        return f"{type(self).__name__}({', '.join(given)})"
