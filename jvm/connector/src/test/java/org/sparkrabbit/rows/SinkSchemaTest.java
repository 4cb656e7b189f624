package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkrabbit.errors.RabbitStreamsException;

class SinkSchemaTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "value string; column value is string: write cast(value as binary)",
        "value binary, stream int; column stream is int: write cast(stream as string)",
        "value binary, ROUTING_KEY void;"
            + " column routing_key is void: write cast(routing_key as string)",
        "value binary, publishing_id int;"
            + " column publishing_id is int: write cast(publishing_id as bigint)",
        "value binary, creation_time timestamp_ntz;"
            + " column creation_time is timestamp_ntz: write cast(creation_time as timestamp)",
        "value binary, application_properties map<string,int>;"
            + " column application_properties is map<string,int>:"
            + " write cast(application_properties as map<string,string>)",
        "value binary, message_annotations array<string>;"
            + " column message_annotations is array<string>:"
            + " write cast(message_annotations as map<string,string>)",
        "value binary, properties struct<to:string,group_sequence:int,user_id:string>;"
            + " column properties is struct<to:string,group_sequence:int,user_id:string>:"
            + " write cast(properties as struct<to:string,group_sequence:bigint,user_id:binary>)",
        "value binary, properties struct<to:string,To:string>;"
            + " field properties.To is there twice in it: drop one",
        "value binary, properties struct<to:string,from:string>;"
            + " column properties has fields that AMQP does not know: drop them with"
            + " properties.dropFields('from'), or set ignoreUnknownColumns=true",
        "routing_key string; column value is missing: every message needs a body, as binary",
        "value binary, Value binary; column Value is there twice: drop one",
        "value binary, offset bigint, chunk_timestamp timestamp;"
            + " what only the broker gives cannot be written:"
            + " drop it with df.drop('offset', 'chunk_timestamp')",
        "value binary, colour string, size int;"
            + " columns that the sink does not know: drop them with df.drop('colour', 'size'),"
            + " or set ignoreUnknownColumns=true"
      })
  void a_column_that_cannot_be_written_is_told_with_its_remedy(String columns, String problem) {
    assertEquals(
        "[RABBITMQ_STREAMS.SINK_SCHEMA] The rows cannot be written:\n  - " + problem,
        refused(columns, false, false));
  }

  @Test
  void all_that_is_wrong_is_told_at_once() {
    assertEquals(
        """
        [RABBITMQ_STREAMS.SINK_SCHEMA] The rows cannot be written:
          - column value is string: write cast(value as binary)
          - column routing_key is missing: it decides the partition of a super stream
          - what only the broker gives cannot be written: drop it with df.drop('offset')
          - columns that the sink does not know: drop them with df.drop('colour'), or set \
        ignoreUnknownColumns=true""",
        refused("value string, offset bigint, colour string", true, false));
  }

  @Test
  void unknown_columns_may_be_ignored_and_nothing_else() {
    assertDoesNotThrow(
        () ->
            SinkSchema.of(
                Rows.schema(
                    "value binary, offset int, colour string,"
                        + " properties struct<from:string,to:string>"),
                false,
                true));
    assertEquals(
        "[RABBITMQ_STREAMS.SINK_SCHEMA] The rows cannot be written:\n"
            + "  - column value is string: write cast(value as binary)",
        refused("value string, colour string", false, true));
  }

  @Test
  void all_columns_of_the_sink_are_taken_by_any_case() {
    StructType given =
        Rows.schema(
            "VALUE binary, Stream string, Routing_Key string, Properties struct<MESSAGE_ID:string>,"
                + " application_properties map<string,string>,"
                + " message_annotations map<string,string>, creation_time timestamp,"
                + " publishing_id bigint");
    SinkSchema schema = SinkSchema.of(given, true, false);
    for (SinkColumn column : SinkColumn.values()) {
      assertEquals(column.ordinal(), schema.column(column));
    }
  }

  @Test
  void what_the_source_gives_is_taken_without_what_only_the_broker_gives() {
    StructType read = SourceColumn.schema();
    assertEquals(
        "[RABBITMQ_STREAMS.SINK_SCHEMA] The rows cannot be written:\n"
            + "  - what only the broker gives cannot be written:"
            + " drop it with df.drop('offset', 'chunk_timestamp')",
        assertThrows(RabbitStreamsException.class, () -> SinkSchema.of(read, true, false))
            .getMessage());
  }

  private static String refused(String columns, boolean needsRoutingKey, boolean ignoreUnknown) {
    return assertThrows(
            RabbitStreamsException.class,
            () -> SinkSchema.of(Rows.schema(columns), needsRoutingKey, ignoreUnknown))
        .getMessage();
  }
}
