package org.sparkrabbit;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.read.StreamScanBuilder;
import org.sparkrabbit.write.QueryRun;
import org.sparkrabbit.write.StreamWriteBuilder;

/** A stream or super stream as a table, or the streams that rows to write name. */
final class RabbitStreamsTable implements SupportsRead, SupportsWrite {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitStreamsTable.class);

  private final TableSettings settings;
  private final QueryRun run = new QueryRun();

  RabbitStreamsTable(TableSettings settings) {
    this.settings = settings;
    if (LOG.isDebugEnabled()) {
      LOG.debug("Table {} on {}", settings.target(), SparkFeatures.describe());
    }
  }

  @Override
  public String name() {
    return RabbitStreamsProvider.SHORT_NAME + " " + settings.target();
  }

  /** Spark 3.5 asks for this form; the later one has a default that leads here. */
  @Override
  @SuppressWarnings("deprecation")
  public StructType schema() {
    return RabbitStreamsProvider.schemaOf(settings);
  }

  /**
   * Any schema is accepted by Spark, and so is overwriting, so that the sink itself can say what is
   * wrong with it.
   */
  @Override
  public Set<TableCapability> capabilities() {
    return EnumSet.of(
        TableCapability.BATCH_READ,
        TableCapability.MICRO_BATCH_READ,
        TableCapability.BATCH_WRITE,
        TableCapability.STREAMING_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    settings.requireReadable();
    return new StreamScanBuilder(settings, RabbitStreamsProvider.schemaOf(settings));
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new StreamWriteBuilder(settings, info.schema(), info.queryId(), run);
  }
}
