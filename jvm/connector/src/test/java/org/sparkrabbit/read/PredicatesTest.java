package org.sparkrabbit.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Date;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Not;
import org.apache.spark.sql.connector.expressions.filter.Or;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.plan.Interval;
import org.sparkrabbit.plan.Narrowing;

class PredicatesTest {
  private static final Expression OFFSET = Expressions.column("offset");
  private static final Expression STREAM = Expressions.column("stream");
  private static final Expression TIME = Expressions.column("chunk_timestamp");

  /** As Spark gives them; its own factory of literals knows none of that type. */
  private record TimeLiteral(Long value) implements Literal<Long> {
    @Override
    public DataType dataType() {
      return DataTypes.TimestampType;
    }
  }

  @Test
  void each_comparison_of_an_offset_bounds_it() {
    assertEquals(offsets(5, 5), narrowing("=", OFFSET, literal(5L)));
    assertEquals(offsets(5, 5), narrowing("<=>", OFFSET, literal(5L)));
    assertEquals(offsets(0, 4), narrowing("<", OFFSET, literal(5L)));
    assertEquals(offsets(0, 5), narrowing("<=", OFFSET, literal(5L)));
    assertEquals(offsets(6, Long.MAX_VALUE), narrowing(">", OFFSET, literal(5L)));
    assertEquals(offsets(5, Long.MAX_VALUE), narrowing(">=", OFFSET, literal(5L)));
    assertEquals(Narrowing.NONE, narrowing("<>", OFFSET, literal(5L)));
  }

  @Test
  void a_literal_may_stand_on_the_left() {
    assertEquals(offsets(6, Long.MAX_VALUE), narrowing("<", literal(5L), OFFSET));
    assertEquals(offsets(5, Long.MAX_VALUE), narrowing("<=", literal(5L), OFFSET));
    assertEquals(offsets(0, 4), narrowing(">", literal(5L), OFFSET));
    assertEquals(offsets(0, 5), narrowing(">=", literal(5L), OFFSET));
    assertEquals(offsets(5, 5), narrowing("=", literal(5L), OFFSET));
  }

  @Test
  void choices_of_offsets_bound_them_and_choices_of_streams_name_them() {
    assertEquals(offsets(3, 9), narrowing("IN", OFFSET, literal(9L), literal(3L), literal(5L)));
    assertEquals(
        Narrowing.toStreams(Set.of("a", "b")), narrowing("IN", STREAM, literal("a"), literal("b")));
    assertEquals(Narrowing.NONE, narrowing("IN", OFFSET, literal(9L), OFFSET));
    assertEquals(Narrowing.NONE, narrowing("IN", OFFSET));
  }

  @Test
  void a_stream_is_named_by_equality_alone() {
    assertEquals(Narrowing.toStreams(Set.of("a")), narrowing("=", STREAM, literal("a")));
    assertEquals(Narrowing.toStreams(Set.of("a")), narrowing("<=>", literal("a"), STREAM));
    assertEquals(Narrowing.NONE, narrowing("<", STREAM, literal("a")));
    assertEquals(Narrowing.NONE, narrowing("STARTS_WITH", STREAM, literal("a")));
  }

  @Test
  void times_are_microseconds() {
    assertEquals(
        Narrowing.toTimes(Interval.atLeast(1_769_860_800_000_001L)),
        narrowing(">=", TIME, new TimeLiteral(1_769_860_800_000_001L)));
  }

  @Test
  void literals_of_other_types_narrow_nothing() {
    assertEquals(Narrowing.NONE, narrowing("=", OFFSET, literal(5)));
    assertEquals(Narrowing.NONE, narrowing("=", OFFSET, literal("5")));
    assertEquals(Narrowing.NONE, narrowing("=", TIME, literal(5L)));
    assertEquals(Narrowing.NONE, narrowing(">", TIME, literal(Date.valueOf("2026-01-31"))));
    assertEquals(Narrowing.NONE, narrowing("=", STREAM, literal(5L)));
  }

  @Test
  void other_columns_and_fields_narrow_nothing() {
    assertEquals(Narrowing.NONE, narrowing("=", Expressions.column("value"), literal(5L)));
    assertEquals(
        Narrowing.NONE, narrowing("=", Expressions.column("properties.offset"), literal(5L)));
    assertEquals(Narrowing.NONE, narrowing("=", OFFSET, Expressions.column("offset")));
  }

  @Test
  void both_sides_of_and_narrow_and_both_sides_of_or_must() {
    Predicate low = new Predicate("<", new Expression[] {OFFSET, literal(5L)});
    Predicate high = new Predicate(">", new Expression[] {OFFSET, literal(2L)});
    Predicate other = new Predicate("IS_NULL", new Expression[] {TIME});
    assertEquals(offsets(3, 4), Predicates.narrowing(new And(low, high)));
    assertEquals(offsets(0, 4), Predicates.narrowing(new And(low, other)));
    assertEquals(Narrowing.NONE, Predicates.narrowing(new Or(low, other)));
    assertEquals(Narrowing.NONE, Predicates.narrowing(new Or(low, high)));
    assertEquals(offsets(0, 4), Predicates.narrowing(new Or(low, low)));
    assertEquals(Narrowing.NONE, Predicates.narrowing(new Not(low)));
  }

  private static Narrowing narrowing(String name, Expression... parts) {
    return Predicates.narrowing(new Predicate(name, parts));
  }

  private static Narrowing offsets(long least, long most) {
    return Narrowing.toOffsets(new Interval(least, most));
  }

  private static Expression literal(Object value) {
    return Expressions.literal(value);
  }
}
