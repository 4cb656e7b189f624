package org.sparkrabbit.write;

import java.util.List;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.Metric;
import org.sparkrabbit.metrics.Reporter;
import org.sparkrabbit.options.RoutingKind;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.Use;
import org.sparkrabbit.options.WriteSettings;
import org.sparkrabbit.rows.SinkColumn;
import org.sparkrabbit.rows.SinkSchema;

/**
 * Checks that rows of a given schema can be written. Rows of the output mode update are appended
 * like others, as Spark's Kafka sink does it, too.
 */
public record StreamWriteBuilder(
    TableSettings settings, StructType given, String queryId, QueryRun run)
    implements SupportsTruncate, SupportsStreamingUpdateAsAppend {
  @Override
  public Write build() {
    settings.given().requireFit(Use.WRITE);
    WriteSettings writing = settings.writing();
    boolean needsRoutingKey =
        settings.target() instanceof Target.SuperStream && writing.routing() != RoutingKind.CUSTOM;
    SinkSchema schema =
        SinkSchema.of(
            given,
            needsRoutingKey,
            writing.ignoresUnknownColumns(),
            writing.deduplication().orderingColumns());
    requireTargets(schema);
    // A class that cannot be used is told once by the driver, and not by every task.
    WriteExtensions.of(writing, new Progress(settings.target()));
    if (writing.deduplication().isEffectivelyOnce()) {
      return new EffectivelyOnceWrite(
          settings, schema, Arrangement.of(settings, given), queryId, run);
    }
    requireNameForIds(schema);
    return new StreamWrite(settings, schema);
  }

  private void requireTargets(SinkSchema schema) {
    if (settings.target() instanceof Target.EachRow && !schema.has(SinkColumn.STREAM)) {
      throw new InvalidOptionsException(
          List.of(
              "set stream or superstream; or give the rows a column stream, which names the stream"
                  + " that each of them goes to"));
    }
  }

  private void requireNameForIds(SinkSchema schema) {
    if (schema.has(SinkColumn.PUBLISHING_ID) && settings.writing().producerName() == null) {
      throw new InvalidOptionsException(
          List.of(
              "the column publishing_id has a meaning only with the option producerName, or with"
                  + " deduplication=effectively-once; set one of them, or drop the column"));
    }
  }

  /** How Spark asks for the mode overwrite, and for the output mode complete. */
  @Override
  public WriteBuilder truncate() {
    throw new RabbitStreamsException(
        ErrorCode.APPEND_ONLY,
        ("The write to %s cannot replace what is there, as the mode overwrite and the output mode"
                + " complete ask for: a stream only grows. Write with the mode append, or the output"
                + " mode append. To begin anew, delete the stream and create it again.")
            .formatted(settings.target()));
  }

  private record StreamWrite(TableSettings settings, SinkSchema schema) implements Write {
    @Override
    public String description() {
      return "rabbitmq_streams " + settings.target();
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
      return Metric.reportedBy(Reporter.WRITE);
    }

    @Override
    public BatchWrite toBatch() {
      return new StreamBatchWrite(settings, schema);
    }

    @Override
    public StreamingWrite toStreaming() {
      return new StreamMicroBatchWrite(
          settings, info -> RowWriterFactory.prepared(settings, schema));
    }
  }
}
