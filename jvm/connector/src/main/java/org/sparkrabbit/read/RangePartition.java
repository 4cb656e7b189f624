package org.sparkrabbit.read;

import org.apache.spark.sql.connector.read.InputPartition;
import org.sparkrabbit.plan.OffsetRange;

/** What one task reads. */
record RangePartition(OffsetRange range) implements InputPartition {}
