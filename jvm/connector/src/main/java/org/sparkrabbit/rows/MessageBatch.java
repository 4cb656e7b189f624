package org.sparkrabbit.rows;

import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Messages that follow each other in one array, as columns of Spark. A value is decoded where it
 * lies when Spark asks for it; offset, stream and time are known without the message.
 *
 * <p>One object serves all messages of a range. What it gives holds until it is filled again.
 */
public final class MessageBatch {
  /** What the walk along them leaves in the processor's cache is still there for the decoding. */
  public static final int MOST_MESSAGES = 4096;

  private static final int MESSAGES_PER_SAMPLE = 256;

  private final MessageView message;
  private final Function<MalformedMessageException, RuntimeException> failure;
  private final ColumnarBatch columns;
  private final int[] starts = new int[MOST_MESSAGES];
  private final int[] ends = new int[MOST_MESSAGES];
  private byte[] bytes;
  private long firstOffset;
  private long chunkMillis;

  /** Where the message is, in the order of the batch. */
  private int current;

  /** Of what values have been made so far: all of it is found in one walk along a message. */
  private int sections;

  private long sampledNanos;

  /** What hinders a message from being decoded is thrown as the function says. */
  public MessageBatch(
      StructType wanted,
      MessageView message,
      Function<MalformedMessageException, RuntimeException> failure) {
    this.message = message;
    this.failure = failure;
    ColumnVector[] vectors = new ColumnVector[wanted.size()];
    for (int ordinal = 0; ordinal < vectors.length; ordinal++) {
      vectors[ordinal] = MessageVector.of(wanted.fields()[ordinal], this);
    }
    this.columns = new ColumnarBatch(vectors);
  }

  /** Whether all of these columns are of values that Spark takes out of columns as they are. */
  public static boolean suits(StructType wanted) {
    for (String name : wanted.fieldNames()) {
      if (!MessageVector.suits(SourceColumn.named(name))) {
        return false;
      }
    }
    return true;
  }

  /** Where the messages begin in their array, to be filled in. */
  public int[] starts() {
    return starts;
  }

  /** Where they end. */
  public int[] ends() {
    return ends;
  }

  /** Takes the messages that have been filled in. */
  public ColumnarBatch of(byte[] holder, int count, long offsetOfFirst, long millis) {
    bytes = holder;
    firstOffset = offsetOfFirst;
    chunkMillis = millis;
    current = -1;
    columns.setNumRows(count);
    return columns;
  }

  int size() {
    return columns.numRows();
  }

  long offset(int row) {
    return firstOffset + row;
  }

  long chunkMicros() {
    return Times.micros(chunkMillis);
  }

  String stream() {
    return message.stream();
  }

  byte[] body(int row) {
    if (!isSample(row)) {
      int start = AmqpSections.startOfOnlyBody(bytes, starts[row], ends[row]);
      if (start != AmqpFormat.ABSENT) {
        return Arrays.copyOfRange(bytes, start, ends[row]);
      }
    }
    return value(row, AmqpSections.BODY, found -> found.sections().body().copy());
  }

  /** Makes a value of a message, given which sections it takes. */
  <T> T value(int row, int needed, Function<MessageView, T> decoder) {
    long began = isSample(row) ? System.nanoTime() : 0;
    sections |= needed;
    T value;
    try {
      moveTo(row);
      message.find(sections);
      value = decoder.apply(message);
    } catch (MalformedMessageException e) {
      throw failure.apply(e);
    }
    sampledNanos += isSample(row) ? System.nanoTime() - began : 0;
    return value;
  }

  private void moveTo(int row) {
    if (row != current) {
      message.moveTo(bytes, starts[row], ends[row], offset(row), chunkMillis);
      current = row;
    }
  }

  /** Of offsets, and not of rows, since batches may be of one row each. */
  private boolean isSample(int row) {
    return offset(row) % MESSAGES_PER_SAMPLE == MESSAGES_PER_SAMPLE - 1;
  }

  /** How long decoding has taken since this was asked last, estimated from one message in 256. */
  public long nanos() {
    long nanos = sampledNanos * MESSAGES_PER_SAMPLE;
    sampledNanos = 0;
    return nanos;
  }
}
