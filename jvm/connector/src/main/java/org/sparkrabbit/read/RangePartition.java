package org.sparkrabbit.read;

import org.apache.spark.sql.connector.read.InputPartition;
import org.sparkrabbit.plan.OffsetRange;

/** What one task reads, and whether the stream had come so far when that was planned. */
record RangePartition(OffsetRange range, boolean wasReached) implements InputPartition {}
