package org.sparkrabbit.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.MessageBatch;

/** Travels to the executors and opens a reader for each task there. */
record RangeReaderFactory(TableSettings settings, StructType columns, long rowsOfEach)
    implements PartitionReaderFactory {
  /** Of readers that give all rows of their ranges. */
  RangeReaderFactory(TableSettings settings, StructType columns) {
    this(settings, columns, Long.MAX_VALUE);
  }

  /**
   * Whether Spark is given columns instead of rows. It writes structs and maps value by value where
   * they come as columns, and a user's filter leaves rows out.
   */
  static boolean givesColumns(TableSettings settings, StructType columns) {
    return MessageBatch.suits(columns) && settings.reading().filter().postFilterClass() == null;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return givesColumns(settings, columns);
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return new RowReader(settings, (RangePartition) partition, columns, rowsOfEach);
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    return new BatchReader(settings, (RangePartition) partition, columns, rowsOfEach);
  }
}
