package org.sparkrabbit.read;

import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;

/** Collects what Spark wants to read. */
public final class StreamScanBuilder implements SupportsPushDownRequiredColumns {
  private final TableSettings settings;
  private StructType columns;

  public StreamScanBuilder(TableSettings settings, StructType columns) {
    this.settings = settings;
    this.columns = columns;
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
