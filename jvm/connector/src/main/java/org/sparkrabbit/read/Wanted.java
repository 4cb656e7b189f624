package org.sparkrabbit.read;

import java.util.OptionalLong;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.plan.Narrowing;

/**
 * What a query wants of the streams: some of the columns, what its predicates leave, and so many
 * rows of each task.
 */
record Wanted(StructType columns, Narrowing narrowing, OptionalLong limit) {}
