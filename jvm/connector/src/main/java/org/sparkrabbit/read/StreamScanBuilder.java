package org.sparkrabbit.read;

import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.Narrowing;

/** Collects what Spark wants to read. */
public final class StreamScanBuilder
    implements SupportsPushDownV2Filters, SupportsPushDownLimit, SupportsPushDownRequiredColumns {
  private final TableSettings settings;
  private StructType columns;
  private Narrowing narrowing = Narrowing.NONE;
  private Predicate[] narrowed = {};
  private OptionalLong limit = OptionalLong.empty();

  public StreamScanBuilder(TableSettings settings, StructType columns) {
    this.settings = settings;
    this.columns = columns;
  }

  /** All are given back to be checked: ranges of offsets say less than predicates do. */
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    narrowed =
        Arrays.stream(predicates)
            .filter(predicate -> !Predicates.narrowing(predicate).equals(Narrowing.NONE))
            .toArray(Predicate[]::new);
    narrowing =
        Arrays.stream(narrowed).map(Predicates::narrowing).reduce(Narrowing.NONE, Narrowing::and);
    return predicates;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return narrowed.clone();
  }

  /** Each task ends after so many rows; Spark ends the query. */
  @Override
  public boolean pushLimit(int rows) {
    limit = OptionalLong.of(rows);
    return true;
  }

  @Override
  public void pruneColumns(StructType required) {
    columns = required;
  }

  @Override
  public Scan build() {
    return new StreamScan(settings, new Wanted(columns, narrowing, limit));
  }
}
