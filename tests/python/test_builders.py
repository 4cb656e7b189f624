"""Source and Sink: mappings of checked options that show no secret and never change."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from socket import IPPROTO_TCP
from typing import Any

import pytest

import spark_rabbitmq_streams
from spark_rabbitmq_streams import OptionsError, Sink, Source
from spark_rabbitmq_streams._kinds import CHECKS
from spark_rabbitmq_streams._options import OPTIONS

SECRET = "hidden-Treasure-17"


def problems_of(**arguments: object) -> tuple[str, ...]:
    with pytest.raises(OptionsError) as refused:
        Source(**{"stream": "orders", "endpoints": "rabbit", **arguments})  # type: ignore[arg-type]
    return refused.value.problems


def text_of(option: str, **arguments: object) -> str:
    return Source(stream="orders", endpoints="rabbit", **arguments)[option]  # type: ignore[arg-type]


def test_a_source_is_a_mapping_of_options_by_their_names() -> None:
    source = Source(stream="orders", endpoints="rabbit:5552", tls=True, tls_ca_certificate="/ca")
    assert {**source} == {
        "stream": "orders",
        "endpoints": "rabbit:5552",
        "tls": "true",
        "tls.caCertificate": "/ca",
    }
    assert len(source) == 4
    assert source["tls"] == "true"
    assert "vhost" not in source
    assert source.get("vhost") is None


def test_arguments_are_by_keyword_only() -> None:
    with pytest.raises(TypeError, match="positional"):
        Source("orders")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="streem"):
        Source(streem="orders")  # type: ignore[call-arg]


def test_every_option_is_an_argument_where_it_has_an_effect() -> None:
    source, sink = inspect.signature(Source).parameters, inspect.signature(Sink).parameters
    assert {option.argument for option in OPTIONS} == {*source, *sink}
    assert "max_in_flight" not in source
    assert "ending_offsets" not in sink
    assert source["stream"].kind is inspect.Parameter.KEYWORD_ONLY
    assert list(source) == [each.argument for each in OPTIONS if each.argument in source]
    assert list(inspect.signature(Source.replace).parameters) == ["self", *source]


@pytest.mark.parametrize("builder", [Source, Sink])
def test_every_argument_is_documented(builder: type[Source | Sink]) -> None:
    documentation = inspect.getdoc(builder.__init__) or ""
    names = inspect.signature(builder).parameters
    assert [name for name in names if f"\n    {name}: " not in documentation] == []
    assert "maxWaitMs" not in documentation


def test_every_form_of_an_option_has_its_check() -> None:
    assert {option.form for option in OPTIONS} == set(CHECKS)


def test_values_become_texts() -> None:
    assert text_of("failOnDataLoss", fail_on_data_loss=False) == "false"
    assert text_of("maxWaitMs", max_wait_ms=5000) == "5000"
    assert text_of("maxWaitMs", max_wait_ms=IPPROTO_TCP) == "6"
    assert text_of("filterValues", filter_values=["north", "south"]) == "north,south"
    assert text_of("uris", uris=("rabbitmq-stream://a", "rabbitmq-stream://b")) == (
        "rabbitmq-stream://a,rabbitmq-stream://b"
    )
    assert text_of("addressMap", address_map={"a:1": "b:2", "c:1": "d:2"}) == "a:1=b:2,c:1=d:2"
    assert text_of("startingOffsets", starting_offsets="latest") == "latest"
    assert text_of("startingOffsets", starting_offsets={"a": 7, "b": "latest"}) == (
        '{"a": 7, "b": "latest"}'
    )


def test_times_become_texts() -> None:
    noon = datetime(2026, 1, 31, 12, tzinfo=timezone(timedelta(hours=1)))
    assert text_of("startingTimestamp", starting_offsets="timestamp", starting_timestamp=noon) == (
        "2026-01-31T12:00:00+01:00"
    )
    assert text_of(
        "startingOffsetsByTimestamp",
        starting_offsets_by_timestamp={"a": noon, "b": "-2h", "c": 1767225600000},
    ) == ('{"a": "2026-01-31T12:00:00+01:00", "b": "-2h", "c": 1767225600000}')


@pytest.mark.parametrize(
    ("length", "text"),
    [
        (timedelta(days=2), "2d"),
        (timedelta(hours=36), "36h"),
        (timedelta(minutes=15), "15m"),
        (timedelta(seconds=90), "90s"),
        (timedelta(milliseconds=1500), "1500ms"),
        (timedelta(minutes=20, milliseconds=500), "1200500ms"),
    ],
)
def test_a_length_of_time_takes_its_largest_unit(length: timedelta, text: str) -> None:
    assert text_of("maxTriggerDelay", min_offsets_per_trigger=1, max_trigger_delay=length) == text


@pytest.mark.parametrize(
    "length", [timedelta(microseconds=1), timedelta(hours=1, microseconds=1), timedelta(seconds=-5)]
)
def test_a_length_of_time_that_cannot_be_told_is_refused(length: timedelta) -> None:
    (problem,) = problems_of(min_offsets_per_trigger=1, max_trigger_delay=length)
    assert "must be a length of time with its unit" in problem


def test_a_time_without_a_zone_is_refused() -> None:
    noon = datetime(2026, 1, 31, 12)
    (problem,) = problems_of(starting_offsets="timestamp", starting_timestamp=noon)
    assert problem.startswith(
        "startingTimestamp '2026-01-31T12:00:00' must be epoch milliseconds, an ISO-8601 time with"
        " its zone"
    )
    (problem,) = problems_of(ending_offsets_by_timestamp={"orders": noon})
    assert "2026-01-31T12:00:00" in problem


@pytest.mark.parametrize("item", ["north,south", " north", ""])
def test_an_item_that_a_list_would_change_is_refused(item: str) -> None:
    (problem,) = problems_of(filter_values=["east", item])
    assert problem.startswith(f"filterValues '{item}' cannot be an item of a list")


@pytest.mark.parametrize(
    "arguments",
    [
        {"max_wait_ms": 1.5},
        {"stream": ["orders"]},
        {"stream": b"orders"},
        {"stream": 5},
        {"stream": True},
        {"max_wait_ms": True},
        {"tls": 1},
        {"endpoints": {"rabbit": 1}},
        {"endpoints": ["rabbit", 5552]},
        {"address_map": {"a:1": 2.0}},
        {"starting_offsets": {1: 2}},
        {"starting_offsets": {"orders": True}},
        {"starting_offsets": {"orders": datetime.now(UTC)}},
        {"max_wait_ms": timedelta(seconds=5)},
        {"stream": datetime.now(UTC)},
    ],
)
def test_a_value_of_another_type_is_a_type_error(arguments: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(arguments))} takes .*, which .* is not"):
        Source(**{"endpoints": "rabbit", **arguments})  # type: ignore[arg-type]


def test_nothing_shows_a_secret() -> None:
    source = Source(
        stream="orders",
        uris="env:BROKERS",
        username="me",
        password=SECRET,
        tls_keystore="/keys.p12",
        tls_keystore_password=SECRET,
    )
    assert repr(source) == (
        "Source(stream='orders', uris=(not shown), username='me', password=(not shown), "
        "tls_keystore='/keys.p12', tls_keystore_password=(not shown))"
    )
    assert str(source) == repr(source) == f"{source}"
    assert SECRET not in "".join(problems_of(uris=f"rabbitmq-stream://me:{SECRET}@rabbit"))
    assert SECRET not in "".join(problems_of(endpoints=[f"me:{SECRET}@rabbit", "a,b"]))
    assert SECRET not in "".join(problems_of(uris=[f"me:{SECRET}@a,b"]))


def test_equal_options_are_equal_builders() -> None:
    one = Source(stream="orders", endpoints="rabbit")
    other = Source(endpoints=["rabbit"], stream="orders")
    assert one == other == {"stream": "orders", "endpoints": "rabbit"}
    assert hash(one) == hash(other)
    assert one != Source(stream="orders", endpoints="rabbit", vhost="/")
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own


def test_a_builder_never_changes() -> None:
    source = Source(stream="orders", endpoints="rabbit")
    with pytest.raises(TypeError):
        source["stream"] = "others"  # type: ignore[index]
    with pytest.raises(AttributeError):
        source.vhost = "other"  # type: ignore[attr-defined]


def test_a_changed_builder_is_a_new_one() -> None:
    source = Source(stream="orders", endpoints="rabbit", max_wait_ms=5)
    changed = source.replace(stream=None, superstream="all", max_wait_ms=7)
    assert type(changed) is Source
    assert changed == Source(superstream="all", endpoints="rabbit", max_wait_ms=7)
    assert source == Source(stream="orders", endpoints="rabbit", max_wait_ms=5)
    with pytest.raises(OptionsError, match="set either stream or superstream, and not both"):
        source.replace(superstream="all")


def test_a_changed_builder_has_its_options_in_the_order_of_the_table() -> None:
    source = Source(stream="orders", endpoints="rabbit").replace(superstream="all", stream=None)
    assert list(source) == ["superstream", "endpoints"]


def test_what_the_session_may_give_is_left_to_it() -> None:
    assert Source(stream="orders") == {"stream": "orders"}
    assert Source(stream="orders", tls_ca_certificate="/ca.pem")["tls.caCertificate"] == "/ca.pem"
    with pytest.raises(OptionsError, match="keep one"):
        Source(stream="orders", tls_ca_certificate="/ca.pem", tls_truststore="/trust.p12")
    with pytest.raises(OptionsError, match="belong together"):
        Source(stream="orders", starting_offsets="offset")
    with pytest.raises(OptionsError, match="set stream or superstream: a read needs"):
        Source()
    assert Sink() == {}


class Recording:
    """Stands for a session or a DataFrame of any kind, and remembers what is called."""

    def __init__(self) -> None:
        self.calls: list[object] = []

    def __getattr__(self, name: str) -> Recording:
        self.calls.append(name)
        return self

    def __call__(self, *arguments: str, **options: str) -> Recording:
        self.calls.append(options or arguments)
        return self


def calls(made: object) -> list[object]:
    assert isinstance(made, Recording)
    return made.calls


def test_builders_use_the_plain_interface_of_spark() -> None:
    """Which Spark Connect has as well."""
    source, sink = Source(stream="orders", vhost="v"), Sink(stream="orders", dynamic_batch=False)
    recording: Any = Recording
    opening = ["format", ("rabbitmq_streams",), "options"]
    assert calls(source.load(recording())) == ["read", *opening, dict(source), "load", ()]
    assert calls(source.stream(recording())) == ["readStream", *opening, dict(source), "load", ()]
    assert calls(sink.write_stream(recording())) == ["writeStream", *opening, dict(sink)]
    rows = recording()
    sink.save(rows)
    assert rows.calls == ["write", *opening, dict(sink), "mode", ("append",), "save", ()]


def test_refusals_travel_between_processes() -> None:
    with pytest.raises(OptionsError) as refused:
        Sink(max_in_flight=0)
    copy = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own
    assert isinstance(copy, OptionsError)
    assert (str(copy), copy.problems) == (str(refused.value), refused.value.problems)


def test_the_package_needs_no_pyspark() -> None:
    code = (
        "import sys; sys.modules['pyspark'] = None; import spark_rabbitmq_streams as s;"
        " s.Source(stream='orders'); assert not any(name.startswith(('py4j', 'pyspark.'))"
        " for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_public_is_listed_in_order() -> None:
    names = spark_rabbitmq_streams.__all__
    assert sorted(names) == names
    assert all(hasattr(spark_rabbitmq_streams, name) for name in names)
