"""Rows that cannot be written fail the write, are skipped, or are kept in a stream of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.broker import unique
from support.failures import failure, ours, table
from support.plans import metrics_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    from support.broker import Broker
    from support.brokers import Brokers
    from support.message import Message
    from support.streams import Stream, SuperStream
    from write.conftest import Refusal, Rows, Write

SKIP = {"onDataError": "skip"}


@pytest.fixture
def rejected(broker: Broker) -> Iterator[Stream]:
    with broker.stream(unique("rejected")) as stream:
        yield stream


def keeping(rejected: Stream) -> dict[str, str]:
    return {"onDataError": "deadLetter", "deadLetterStream": rejected.name}


def write_by_name(rows: DataFrame, broker: Broker, **options: str) -> None:
    writer = rows.write.format("rabbitmq_streams").options(**broker.options, **options)
    writer.mode("append").save()


def told(message: Message) -> dict[str, object]:
    """What a dead letter tells of the row, but for the number of the task, which Spark gives."""
    texts = dict(message.application_properties)
    assert str(texts.pop("dead_letter.task")).isdigit()
    return texts


def test_a_bad_row_fails_the_write_by_default(rows: Rows, stream: Stream, refusal: Refusal) -> None:
    given = rows("value binary", (b"one",), (None,))
    assert "INVALID_ROW" in refusal(given, stream)
    assert "INVALID_ROW" in refusal(given, stream, onDataError="fail")


def test_a_skipped_row_is_counted_and_all_others_are_written(
    spark: SparkSession, rows: Rows, stream: Stream, write: Write
) -> None:
    given = rows(
        "value binary, properties struct<group_sequence:bigint>, stream string",
        (b"one", None, stream.name),
        (None, None, None),
        (b"two", (5,), None),
        (b"too many", (-1,), None),
        (b"astray", None, "elsewhere"),
        (b"x" * 2_000_000, None, None),
        (b"three", None, None),
    )
    with metrics_of(spark) as metrics:
        write(given, stream, **SKIP)
    assert stream.values() == [b"one", b"two", b"three"]
    assert metrics["rows skipped"] == "4"
    assert metrics["rows kept as dead letters"] == "0"
    assert metrics["messages written"] == "3"


def test_a_write_of_bad_rows_alone_writes_nothing(
    spark: SparkSession, stream: Stream, rejected: Stream, write: Write
) -> None:
    nothing = spark.range(1_000, numPartitions=4).selectExpr("cast(null as binary) as value")
    with metrics_of(spark) as metrics:
        write(nothing, stream, **SKIP)
    assert metrics["rows skipped"] == "1,000"
    with metrics_of(spark) as metrics:
        write(nothing, stream, **keeping(rejected))
    assert metrics["rows kept as dead letters"] == "1,000"
    assert metrics["messages written"] == "0"
    if not spark.version.startswith("3."):
        assert metrics["messages confirmed"] == "1,000"
    assert (stream.values(), rejected.values()) == ([], [b""] * 1_000)


def test_a_dead_letter_is_the_row_with_the_reason(
    spark: SparkSession, rows: Rows, stream: Stream, rejected: Stream, write: Write
) -> None:
    given = rows(
        "value binary, routing_key string, application_properties map<string,string>,"
        " message_annotations map<string,string>,"
        " properties struct<message_id:string,group_sequence:bigint,subject:string>",
        (b"one", "a", None, None, None),
        (b"two", "b", {"size": "9"}, {"x-note": "n"}, ("id", -1, "s")),
        (b"three", "c", None, None, None),
    )
    with metrics_of(spark) as metrics:
        write(given, stream, **keeping(rejected))
    assert metrics["rows kept as dead letters"] == "1"
    assert stream.values() == [b"one", b"three"]
    (letter,) = rejected.messages()
    assert letter.body == b"two"
    assert told(letter) == {
        "size": "9",
        "routing_key": "b",
        "dead_letter.code": "INVALID_ROW",
        "dead_letter.reason": f"Row 2 of this task cannot be written to stream={stream.name}:"
        " properties.group_sequence is -1, and must lie between 0 and 4294967295.",
        "dead_letter.target": f"stream={stream.name}",
        "dead_letter.partition": "0",
        "dead_letter.row": "2",
        "dead_letter.routing_key": "b",
        "dead_letter.properties.group_sequence": "-1",
    }
    (read,) = table(spark, **rejected.options).collect()
    assert (read.properties.message_id, read.properties.subject) == ("id", "s")
    assert read.properties.group_sequence is None
    assert read.message_annotations == {"x-note": "n"}


def test_a_dead_letter_tells_that_there_was_no_body(
    rows: Rows, stream: Stream, rejected: Stream, write: Write
) -> None:
    write(rows("value binary", (None,)), stream, **keeping(rejected))
    (letter,) = rejected.messages()
    assert letter.body == b""
    assert told(letter) == {
        "dead_letter.code": "INVALID_ROW",
        "dead_letter.reason": f"Row 1 of this task cannot be written to stream={stream.name}:"
        " value is null; filter such rows out, or give them an empty body.",
        "dead_letter.target": f"stream={stream.name}",
        "dead_letter.partition": "0",
        "dead_letter.row": "1",
        "dead_letter.value_is_null": "true",
    }


def test_a_giant_row_says_its_size_and_the_limit(
    rows: Rows, stream: Stream, refusal: Refusal
) -> None:
    message = refusal(rows("value binary", (b"one",), (b"x" * 2_000_000,)), stream)
    assert "INVALID_ROW" in message
    assert "Row 2 of this task has 2000008 bytes as a message" in message
    assert "1048576 bytes" in message


def test_of_a_giant_row_the_beginning_is_kept(
    rows: Rows, stream: Stream, rejected: Stream, write: Write
) -> None:
    giant = bytes(number % 251 for number in range(2_000_000))
    given = rows("value binary, application_properties map<string,string>", (giant, {"a": "b"}))
    write(given, stream, **keeping(rejected))
    (letter,) = rejected.messages()
    assert letter.body == giant[:65_536]
    texts = told(letter)
    assert (texts["a"], texts["dead_letter.value_bytes"]) == ("b", "2000000")
    assert str(texts["dead_letter.reason"]).startswith("Row 1 of this task has 2000020 bytes")
    assert stream.values() == []


def test_giant_properties_are_left_out_of_a_dead_letter(
    rows: Rows, stream: Stream, rejected: Stream, write: Write
) -> None:
    given = rows(
        "value binary, application_properties map<string,string>", (b"one", {"a": "b" * 2_000_000})
    )
    write(given, stream, **keeping(rejected))
    (letter,) = rejected.messages()
    assert letter.body == b"one"
    assert told(letter)["dead_letter.left_out"] == "application_properties"


def test_rows_without_a_route_are_kept(
    rows: Rows, superstream: SuperStream, rejected: Stream, write: Write
) -> None:
    given = rows("value binary, routing_key string", (b"a", "0"), (b"b", "nowhere"), (b"c", None))
    write(given, superstream, routingStrategy="key", **keeping(rejected))
    assert superstream.values() == [b"a"]
    letters = [(letter.body, told(letter)) for letter in rejected.messages()]
    assert [(body, texts["dead_letter.code"]) for body, texts in letters] == [
        (b"b", "NO_ROUTE"),
        (b"c", "INVALID_ROW"),
    ]
    assert letters[0][1]["dead_letter.routing_key"] == "nowhere"
    assert letters[0][1]["dead_letter.target"] == f"superstream={superstream.name}"
    assert "dead_letter.routing_key" not in letters[1][1]


def test_rows_whose_stream_is_missing_are_kept_with_its_name(
    spark: SparkSession, rows: Rows, broker: Broker, stream: Stream, rejected: Stream
) -> None:
    given = rows(
        "value binary, stream string",
        (b"one", stream.name),
        (b"two", "no-such-stream"),
        (b"three", None),
        (b"four", "no-such-stream"),
        (b"five", stream.name),
    )
    write_by_name(given, broker, **keeping(rejected))
    assert stream.values() == [b"one", b"five"]
    letters = [(letter.body, told(letter)) for letter in rejected.messages()]
    assert [
        (body, texts["dead_letter.code"], texts.get("dead_letter.stream"), texts["dead_letter.row"])
        for body, texts in letters
    ] == [
        (b"two", "STREAM_NOT_FOUND", "no-such-stream", "2"),
        (b"three", "INVALID_ROW", None, "3"),
        (b"four", "STREAM_NOT_FOUND", "no-such-stream", "4"),
    ]
    with metrics_of(spark) as metrics:
        write_by_name(given, broker, **SKIP)
    assert metrics["rows skipped"] == "3"


def test_a_missing_target_is_no_fault_of_rows(rows: Rows, stream: Stream) -> None:
    options = {**stream.options, "stream": "no-such-stream", **SKIP}
    writer = rows("value binary", (b"one",)).write.format("rabbitmq_streams").options(**options)
    assert "[STREAM_NOT_FOUND]" in ours(failure(lambda: writer.mode("append").save()))


def test_a_missing_dead_letter_stream_is_told_before_any_row(
    rows: Rows, stream: Stream, refusal: Refusal
) -> None:
    options = {"onDataError": "deadLetter", "deadLetterStream": "no-such-stream"}
    message = refusal(rows("value binary", (b"one",)), stream, **options)
    assert "STREAM_NOT_FOUND" in message
    assert "There is no stream 'no-such-stream', which the option deadLetterStream names" in message
    assert stream.values() == []


def test_a_dead_letter_that_cannot_be_kept_fails_the_write(
    rows: Rows, stream: Stream, rejected: Stream
) -> None:
    writer = stream.broker.add_user(unique("user"), "p", write=stream.name, configure="")
    options = {**stream.options, "username": writer.username, "password": writer.password}
    given = rows("value binary", (None,)).write.format("rabbitmq_streams").options(**options)
    message = ours(failure(lambda: given.options(**keeping(rejected)).mode("append").save()))
    assert "[ACCESS_REFUSED] Nothing can be written to stream=" + rejected.name in message


def test_ids_of_rows_that_do_not_grow_are_bad_rows(
    rows: Rows, stream: Stream, rejected: Stream, write: Write
) -> None:
    given = rows(
        "value binary, publishing_id bigint", (b"a", 5), (b"b", 4), (b"c", None), (b"d", 6)
    )
    write(given, stream, producerName=unique("numbered"), **keeping(rejected))
    assert stream.values() == [b"a", b"d"]
    assert [told(letter).get("dead_letter.publishing_id") for letter in rejected.messages()] == [
        "4",
        None,
    ]


def test_dead_letters_can_be_written_again(
    spark: SparkSession, rows: Rows, broker: Broker, rejected: Stream
) -> None:
    late = unique("late")
    given = rows(
        "value binary, stream string, application_properties map<string,string>",
        (b"one", late, {"a": "b"}),
    )
    write_by_name(given, broker, **keeping(rejected))
    with broker.stream(late) as stream:
        letters = table(spark, **rejected.options).selectExpr(
            "value",
            "application_properties['dead_letter.stream'] as stream",
            "map_filter(application_properties, (name, text) -> not startswith(name,"
            " 'dead_letter.')) as application_properties",
        )
        write_by_name(letters, broker)
        (message,) = stream.messages()
        assert (message.body, message.application_properties) == (b"one", {"a": "b"})


def test_a_streaming_query_goes_on_after_bad_rows(
    spark: SparkSession, broker: Broker, stream: Stream, rejected: Stream, tmp_path: Path
) -> None:
    def run(sink: Stream) -> None:
        source = spark.readStream.format("rabbitmq_streams").options(**stream.options)
        rows = source.option("startingOffsets", "earliest").load()
        rows = rows.selectExpr("if(value = x'62616421', null, value) as value").coalesce(1)
        writer = rows.writeStream.format("rabbitmq_streams").options(**sink.options)
        writer = writer.options(**keeping(rejected)).trigger(availableNow=True)
        query = writer.option("checkpointLocation", str(tmp_path)).start()
        try:
            assert query.awaitTermination(90)
        finally:
            query.stop()

    with broker.stream(unique("copy")) as copy:
        stream.publish("a", "bad!", "b")
        run(copy)
        stream.publish("c", "bad!")
        run(copy)
        assert copy.values() == [b"a", b"b", b"c"]
    places = [told(letter) for letter in rejected.messages()]
    assert [(each["dead_letter.epoch"], each["dead_letter.row"]) for each in places] == [
        ("0", "2"),
        ("1", "2"),
    ]


@pytest.mark.parametrize(
    "options", [{"onDataError": "deadLetter"}, {"deadLetterStream": "rejected"}], ids=str
)
def test_the_options_belong_together(
    rows: Rows, stream: Stream, refusal: Refusal, options: dict[str, str]
) -> None:
    message = refusal(rows("value binary", (b"one",)), stream, **options)
    assert "onDataError=deadLetter and deadLetterStream belong together" in message


def test_the_limit_is_that_of_the_broker(rows: Rows, brokers: Brokers, write: Write) -> None:
    with brokers.start(configuration={"stream.frame_max": "65536"}) as broker:
        given = rows("value binary", (b"x" * 65_000,), (b"y" * 65_500,))
        with broker.stream() as stream, broker.stream() as rejected:
            write(given, stream, **keeping(rejected))
            assert stream.values() == [b"x" * 65_000]
            (letter,) = rejected.messages()
            texts = told(letter)
        assert str(texts["dead_letter.reason"]).startswith(
            "Row 2 of this task has 65508 bytes as a message, which is more than a frame of this"
            " broker takes: 65536 bytes"
        )
        assert texts["dead_letter.value_bytes"] == "65500"
        assert letter.body == b"y" * len(letter.body)
        assert 60_000 < len(letter.body) < 65_500
