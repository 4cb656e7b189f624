package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.List;

/**
 * What the options say about rows that are written again. No ordering columns are an empty list.
 */
public record DeduplicationSettings(Deduplication kind, List<String> orderingColumns, int writers)
    implements Serializable {
  /** How many names of producers a stream may know of a query. */
  public static final int MOST_WRITERS = DeduplicationOptions.MOST_WRITERS;

  static DeduplicationSettings of(OptionReader reader) {
    List<String> columns = reader.read(DeduplicationOptions.ORDERING_COLUMNS);
    return new DeduplicationSettings(
        reader.read(DeduplicationOptions.DEDUPLICATION),
        columns == null ? List.of() : List.copyOf(columns),
        reader.count(DeduplicationOptions.DEDUPLICATION_WRITERS));
  }

  public boolean isEffectivelyOnce() {
    return kind == Deduplication.EFFECTIVELY_ONCE;
  }
}
