"""All that is wrong with options, in the words of the connector."""

from __future__ import annotations

from collections.abc import Mapping

from spark_rabbitmq_streams._addresses import virtual_host_in
from spark_rabbitmq_streams._kinds import CHECKS, is_reference
from spark_rabbitmq_streams._options import OPTIONS, RULES, RULES_OF_READS
from spark_rabbitmq_streams._table import Condition, Option, Rule, Use
from spark_rabbitmq_streams._texts import trimmed

BY_NAME = {option.name: option for option in OPTIONS}

_OF_CONNECTIONS = {"connection", "security"}
_LACKING = {"at least one", "all or none", "first needs another"}
_VHOST_TWICE = "the virtual host is given twice: in uris and as vhost; keep one"

Texts = Mapping[str, str]


def problems(texts: Texts) -> list[str]:
    """Texts by the names of options."""
    broken = [
        rule.sentence for rule in RULES if _is_judged(rule, texts) and _is_broken(rule, texts)
    ]
    wrong = [option for option in OPTIONS if _is_wrong(option, texts)]
    told = [*broken, *(_told(option, texts[option.name]) for option in wrong)]
    if BY_NAME["uris"] not in wrong and _names_virtual_host_twice(texts):
        told.append(_VHOST_TWICE)
    return told


def problems_of_read(texts: Texts) -> list[str]:
    """What a write can do without."""
    return [rule.sentence for rule in RULES_OF_READS if _is_broken(rule, texts)]


def problems_in(use: Use, texts: Texts) -> list[str]:
    """What would be misunderstood there."""
    told = ((option.name, option.refusal_in(use)) for option in OPTIONS if option.name in texts)
    return [f"{name} cannot be used in {use}: {why}" for name, why in told if why]


def _is_judged(rule: Rule, texts: Texts) -> bool:
    """Where no broker is named, the session's defaults name it, and may give what else lacks."""
    return (
        "endpoints" in texts
        or "uris" in texts
        or rule.quantity not in _LACKING
        or not all(BY_NAME[each.option].section in _OF_CONNECTIONS for each in rule.conditions)
    )


def _is_broken(rule: Rule, texts: Texts) -> bool:
    holding = [_holds(condition, texts) for condition in rule.conditions]
    count = sum(holding)
    return {
        "at least one": count == 0,
        "at most one": count > 1,
        "all or none": 0 < count < len(holding),
        "first needs another": holding[0] and count == 1,
    }[rule.quantity]


def _holds(condition: Condition, texts: Texts) -> bool:
    if not condition.values:
        return condition.option in texts
    effective = _effective(condition.option, texts)
    return any(effective == value.lower() for value in condition.values)


def _effective(name: str, texts: Texts) -> str:
    """What counts when options are combined: what is given, else the default."""
    if name == "tls" and name not in texts and _has_encrypted_uris(texts):
        return "true"
    standard = BY_NAME[name].standard or ""
    text = texts.get(name, "" if standard.startswith("(") else standard)
    return trimmed(text).lower()


def _has_encrypted_uris(texts: Texts) -> bool:
    uris = trimmed(texts.get("uris", ""))
    return uris.startswith("rabbitmq-stream+tls:") or is_reference(uris)


def _is_wrong(option: Option, texts: Texts) -> bool:
    text = texts.get(option.name)
    return text is not None and not CHECKS[option.form](text, option.limits)


def _told(option: Option, text: str) -> str:
    standard = f" Without it: {option.standard}." if option.standard else ""
    return f"{option.name} {option.shown(text)} {option.rule}. {option.saying}{standard}"


def _names_virtual_host_twice(texts: Texts) -> bool:
    uris = trimmed(texts.get("uris", ""))
    return "vhost" in texts and bool(uris) and not is_reference(uris) and virtual_host_in(uris)
