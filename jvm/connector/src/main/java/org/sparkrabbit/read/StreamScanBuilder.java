package org.sparkrabbit.read;

import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SourceColumn;

/** Collects what Spark wants to read. */
public final class StreamScanBuilder implements SupportsPushDownRequiredColumns {
  private final TableSettings settings;
  private StructType columns = SourceColumn.schema();

  public StreamScanBuilder(TableSettings settings) {
    this.settings = settings;
  }

  @Override
  public void pruneColumns(StructType required) {
    columns = required;
  }

  @Override
  public Scan build() {
    return new StreamScan(settings, columns);
  }
}
