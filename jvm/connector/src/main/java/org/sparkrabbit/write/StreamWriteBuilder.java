package org.sparkrabbit.write;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.options.Use;
import org.sparkrabbit.rows.SinkSchema;

/** Checks that rows of a given schema can be written. */
public record StreamWriteBuilder(TableSettings settings, StructType given) implements WriteBuilder {
  @Override
  public Write build() {
    settings.given().requireFit(Use.WRITE);
    SinkSchema schema =
        SinkSchema.of(
            given,
            settings.target() instanceof Target.SuperStream,
            settings.writing().ignoresUnknownColumns());
    return new StreamWrite(settings, schema);
  }

  private record StreamWrite(TableSettings settings, SinkSchema schema) implements Write {
    @Override
    public String description() {
      return "rabbitmq_streams " + settings.target();
    }

    @Override
    public BatchWrite toBatch() {
      return new StreamBatchWrite(settings, schema);
    }
  }
}
