package org.sparkrabbit.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;

/** Travels to the executors and opens a reader for each task there. */
record RangeReaderFactory(TableSettings settings, StructType columns, long rowsOfEach)
    implements PartitionReaderFactory {
  /** Of readers that give all rows of their ranges. */
  RangeReaderFactory(TableSettings settings, StructType columns) {
    this(settings, columns, Long.MAX_VALUE);
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return new RangeReader(settings, ((RangePartition) partition).range(), columns, rowsOfEach);
  }
}
