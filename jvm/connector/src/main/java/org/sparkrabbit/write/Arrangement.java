package org.sparkrabbit.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.errors.InvalidOptionsException;
import org.sparkrabbit.options.DeduplicationSettings;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.options.Target;
import org.sparkrabbit.rows.SinkColumn;

/**
 * Which rows of a batch go to which writer, and in which order, so that it is the same whenever the
 * batch is repeated. There are no ordering columns where rows bring their ids.
 */
record Arrangement(
    int writers, List<String> clustering, List<String> sorting, List<OrderingColumn> columns) {

  /** Rows of a routing key keep their order where the key decides on the stream. */
  static Arrangement of(TableSettings settings, StructType rows) {
    DeduplicationSettings wishes = settings.writing().deduplication();
    Optional<StructField> ids = OrderingColumn.find(rows, SinkColumn.PUBLISHING_ID.columnName());
    require(settings, rows, ids.isPresent());
    if (ids.isPresent()) {
      List<String> id = List.of(ids.get().name());
      return new Arrangement(1, id, id, List.of());
    }
    List<OrderingColumn> columns =
        wishes.orderingColumns().stream()
            .map(name -> OrderingColumn.of(rows, OrderingColumn.find(rows, name).orElseThrow()))
            .toList();
    List<String> sorting = columns.stream().map(OrderingColumn::name).toList();
    List<String> clustering =
        settings.target() instanceof Target.SuperStream
            ? OrderingColumn.find(rows, SinkColumn.ROUTING_KEY.columnName())
                .map(key -> List.of(key.name()))
                .orElse(sorting)
            : sorting;
    return new Arrangement(wishes.writers(), clustering, sorting, columns);
  }

  private static void require(TableSettings settings, StructType rows, boolean hasIds) {
    DeduplicationSettings wishes = settings.writing().deduplication();
    List<String> problems = new ArrayList<>();
    if (settings.target() instanceof Target.EachRow) {
      problems.add(
          "deduplication=effectively-once needs stream or superstream: how far a batch has come is"
              + " asked of its streams before the rows name any");
    }
    if (!hasIds && wishes.orderingColumns().isEmpty()) {
      problems.add(
          "deduplication=effectively-once must know the order of the rows of a batch, or a repeated"
              + " batch would bring them in another one: name columns that tell them apart with"
              + " orderingColumns, or give each row an id in a column publishing_id");
    }
    if (hasIds && !wishes.orderingColumns().isEmpty()) {
      problems.add("orderingColumns and the column publishing_id both order the rows; keep one");
    }
    if (hasIds && settings.given().names().contains("deduplicationWriters")) {
      problems.add(
          "deduplicationWriters has no meaning with a column publishing_id: its rows are written by"
              + " one writer, so that ids grow");
    }
    wishes.orderingColumns().forEach(name -> requireOrderable(name, rows, problems));
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
  }

  private static void requireOrderable(String name, StructType rows, List<String> problems) {
    Optional<StructField> field = OrderingColumn.find(rows, name);
    if (field.isEmpty()) {
      problems.add(
          "orderingColumns names '%s', but the rows have %s"
              .formatted(name, String.join(", ", rows.fieldNames())));
    } else if (OrderingColumn.Kind.of(field.get().dataType()).isEmpty()) {
      problems.add(
          "orderingColumns names '%s', which is %s: name columns of which each is %s"
              .formatted(name, field.get().dataType().simpleString(), OrderingColumn.Kind.PHRASE));
    }
  }

  Distribution distribution() {
    return Distributions.clustered(
        clustering.stream().map(Arrangement::reference).toArray(Expression[]::new));
  }

  SortOrder[] order() {
    return sorting.stream()
        .map(
            name ->
                Expressions.sort(
                    reference(name), SortDirection.ASCENDING, NullOrdering.NULLS_FIRST))
        .toArray(SortOrder[]::new);
  }

  /** A name may hold dots. */
  private static NamedReference reference(String name) {
    return Expressions.column("`" + name.replace("`", "``") + "`");
  }

  /** All that decides at which position of which writer a row stands, and in which stream. */
  Layout layout(String queryId, TableSettings settings, List<String> bindings) {
    List<String> facts = new ArrayList<>(List.of(queryId, clustering.toString()));
    columns.forEach(column -> facts.add(column.name() + " " + column.kind()));
    facts.add(
        Arrays.asList(
                settings.writing().routing(),
                settings.writing().partitionerClass(),
                settings.writing().hashFunctionClass())
            .toString());
    facts.addAll(bindings);
    return new Layout(facts, writers);
  }
}
