package org.sparkrabbit.read;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.plan.Interval;
import org.sparkrabbit.plan.Narrowing;
import org.sparkrabbit.rows.SourceColumn;

/** What EXPLAIN says of a read. */
final class ScanDescription {
  private static final int MOST_NAMES = 10;

  private ScanDescription() {}

  static String ofBatch(TableSettings settings, Wanted wanted) {
    List<String> parts = new ArrayList<>();
    parts.add("Start: " + BatchPlanner.start(settings.reading()));
    parts.add("End: " + BatchPlanner.end(settings.reading()));
    parts.add("PushedFilters: " + filters(wanted.narrowing()));
    wanted.limit().ifPresent(limit -> parts.add("PushedLimit: " + limit));
    return described(settings, wanted, parts);
  }

  /** Of these, Spark itself says where they begin and end. */
  static String ofStream(TableSettings settings, Wanted wanted) {
    return described(settings, wanted, List.of());
  }

  private static String described(TableSettings settings, Wanted wanted, List<String> parts) {
    List<String> all = new ArrayList<>(List.of("rabbitmq_streams " + settings.target()));
    all.addAll(parts);
    all.add("Columns: " + columns(wanted.columns()));
    return String.join(", ", all);
  }

  private static List<String> filters(Narrowing narrowing) {
    if (narrowing.leavesNothing()) {
      return List.of("false");
    }
    List<String> filters = new ArrayList<>();
    narrowing
        .streams()
        .ifPresent(names -> filters.add(SourceColumn.STREAM.columnName() + among(names)));
    addBounds(
        filters, SourceColumn.OFFSET, narrowing.offsets(), Interval.atLeast(0), Long::toString);
    addBounds(
        filters,
        SourceColumn.CHUNK_TIMESTAMP,
        narrowing.chunkMicros(),
        Interval.ALL,
        ScanDescription::time);
    return filters;
  }

  private static String among(Set<String> names) {
    String shown = names.stream().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "));
    int others = names.size() - MOST_NAMES;
    return " in (" + shown + (others > 0 ? ", and " + others + " more)" : ")");
  }

  private static void addBounds(
      List<String> filters,
      SourceColumn column,
      Interval left,
      Interval all,
      LongFunction<String> text) {
    if (left.least() == left.most()) {
      filters.add(column.columnName() + " = " + text.apply(left.least()));
      return;
    }
    if (left.least() != all.least()) {
      filters.add(column.columnName() + " >= " + text.apply(left.least()));
    }
    if (left.most() != all.most()) {
      filters.add(column.columnName() + " <= " + text.apply(left.most()));
    }
  }

  private static String time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }

  /** Of a column that is read in part, the parts. */
  private static List<String> columns(StructType columns) {
    return Arrays.stream(columns.fields())
        .flatMap(
            column ->
                column.dataType() instanceof StructType part
                        && !part.equals(SourceColumn.MESSAGE_PROPERTIES.type())
                    ? Arrays.stream(part.fieldNames()).map(name -> column.name() + "." + name)
                    : Stream.of(column.name()))
        .toList();
  }
}
