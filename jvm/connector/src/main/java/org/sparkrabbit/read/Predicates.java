package org.sparkrabbit.read;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.sparkrabbit.plan.Interval;
import org.sparkrabbit.plan.Narrowing;
import org.sparkrabbit.rows.SourceColumn;

/** Understands what predicates say of offsets, streams and times; others narrow nothing. */
final class Predicates {
  private static final Map<String, SourceColumn> NARROWING =
      Stream.of(SourceColumn.STREAM, SourceColumn.OFFSET, SourceColumn.CHUNK_TIMESTAMP)
          .collect(Collectors.toMap(SourceColumn::columnName, Function.identity()));

  private Predicates() {}

  static Narrowing narrowing(Predicate predicate) {
    Expression[] parts = predicate.children();
    return switch (predicate.name()) {
      case "AND" -> combined(parts, Narrowing::and);
      case "OR" -> combined(parts, Narrowing::or);
      case "IN" -> among(parts);
      case "=", "<=>", "<", "<=", ">", ">=" -> compared(predicate.name(), parts);
      default -> Narrowing.NONE;
    };
  }

  private static Narrowing combined(Expression[] parts, BinaryOperator<Narrowing> combination) {
    return Arrays.stream(parts)
        .map(part -> part instanceof Predicate known ? narrowing(known) : Narrowing.NONE)
        .reduce(combination)
        .orElse(Narrowing.NONE);
  }

  private static Narrowing among(Expression[] parts) {
    return Arrays.stream(parts)
        .skip(1)
        .map(choice -> compared("=", new Expression[] {parts[0], choice}))
        .reduce(Narrowing::or)
        .orElse(Narrowing.NONE);
  }

  private static Narrowing compared(String operator, Expression[] parts) {
    if (parts[0] instanceof NamedReference column && parts[1] instanceof Literal<?> literal) {
      return compared(column, operator, literal);
    }
    if (parts[0] instanceof Literal<?> literal && parts[1] instanceof NamedReference column) {
      return compared(column, mirrored(operator), literal);
    }
    return Narrowing.NONE;
  }

  private static Narrowing compared(NamedReference named, String operator, Literal<?> literal) {
    SourceColumn column = NARROWING.get(String.join(".", named.fieldNames()));
    // A text of another collation, a date and a time without zone are of other types.
    if (column == null || literal.value() == null || !literal.dataType().equals(column.type())) {
      return Narrowing.NONE;
    }
    if (column == SourceColumn.STREAM) {
      return named(operator, literal.value().toString());
    }
    if (literal.value() instanceof Long number) {
      Interval left = interval(operator, number);
      return column == SourceColumn.OFFSET ? Narrowing.toOffsets(left) : Narrowing.toTimes(left);
    }
    return Narrowing.NONE;
  }

  private static Narrowing named(String operator, String stream) {
    return switch (operator) {
      case "=", "<=>" -> Narrowing.toStreams(Set.of(stream));
      default -> Narrowing.NONE;
    };
  }

  private static Interval interval(String operator, long number) {
    return switch (operator) {
      case "<" -> Interval.below(number);
      case "<=" -> Interval.atMost(number);
      case ">" -> Interval.above(number);
      case ">=" -> Interval.atLeast(number);
      default -> Interval.exactly(number);
    };
  }

  private static String mirrored(String operator) {
    return switch (operator) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> operator;
    };
  }
}
