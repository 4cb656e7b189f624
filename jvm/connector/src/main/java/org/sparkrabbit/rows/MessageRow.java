package org.sparkrabbit.rows;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The message at hand as a row of Spark, which decodes what is asked for when it is asked for.
 * Spark puts a projection of its own behind every source, and so takes out what a query uses; in a
 * streaming query that is the only way in which it tells.
 *
 * <p>One object serves all messages of a range. What it gives holds until the next message. Its
 * getters are short, so that Spark's loop takes them in: ADR 0017.
 */
@SuppressWarnings("serial") // To Spark a row is serializable; that of a source never travels.
public final class MessageRow extends GenericInternalRow {
  private final MessageView message;
  private final Function<MalformedMessageException, RuntimeException> failure;
  private final List<SourceColumn> columns;
  private final int streamAt;
  private final int offsetAt;
  private final int timeAt;
  private final DecodedColumns decoded;
  private final UTF8String stream;

  /** Of what rows have been made so far: all of it is found in one walk along the next message. */
  private int sections;

  private boolean isTimed;
  private long nanos;

  /** What hinders a message from being decoded is thrown as the function says. */
  public MessageRow(
      StructType wanted,
      MessageView message,
      Function<MalformedMessageException, RuntimeException> failure) {
    this.message = message;
    this.failure = failure;
    this.stream = UTF8String.fromString(message.stream());
    this.columns =
        Arrays.stream(wanted.fields()).map(field -> SourceColumn.named(field.name())).toList();
    this.streamAt = columns.indexOf(SourceColumn.STREAM);
    this.offsetAt = columns.indexOf(SourceColumn.OFFSET);
    this.timeAt = columns.indexOf(SourceColumn.CHUNK_TIMESTAMP);
    this.decoded = new DecodedColumns(wanted, message);
  }

  /**
   * The message has been moved. What the one before was asked for is decoded at once, which spares
   * the getters; what hinders that is told when such a column is asked for.
   */
  public void begin() {
    decoded.clear();
    if (decoded.wereUsed()) {
      long began = isTimed ? System.nanoTime() : 0;
      try {
        message.find(sections);
        decoded.decode();
      } catch (MalformedMessageException e) {
        decoded.forget();
      }
      nanos += isTimed ? System.nanoTime() - began : 0;
    }
  }

  /** Begins to measure how long the decoding of the message at hand takes. */
  public void time() {
    isTimed = true;
    nanos = 0;
  }

  public boolean isTimed() {
    return isTimed;
  }

  /** Ends the measurement. */
  public long nanos() {
    isTimed = false;
    return nanos;
  }

  /** All that is asked of what this gives holds for the message at hand. */
  private DecodedColumns decoded(int ordinal) {
    if (!decoded.hold(ordinal)) {
      decode(ordinal);
    }
    return decoded;
  }

  private void decode(int ordinal) {
    long began = isTimed ? System.nanoTime() : 0;
    try {
      find(ordinal);
      decoded.decode(ordinal);
    } catch (MalformedMessageException e) {
      throw failure.apply(e);
    }
    nanos += isTimed ? System.nanoTime() - began : 0;
  }

  private void find(int ordinal) {
    int needed = columns.get(ordinal).sections();
    sections |= needed;
    try {
      message.find(sections);
    } catch (MalformedMessageException e) {
      // It may be of another section, of which nobody wants anything of this message.
      message.find(needed);
    }
  }

  @Override
  public boolean isNullAt(int ordinal) {
    return decoded.mayHold(ordinal) && decoded(ordinal).isNull(ordinal);
  }

  @Override
  public byte[] getBinary(int ordinal) {
    long began = isTimed ? System.nanoTime() : 0;
    try {
      find(ordinal);
    } catch (MalformedMessageException e) {
      throw failure.apply(e);
    }
    byte[] body = message.sections().body().copy();
    nanos += isTimed ? System.nanoTime() - began : 0;
    return body;
  }

  @Override
  public UTF8String getUTF8String(int ordinal) {
    return ordinal == streamAt ? stream : decoded(ordinal).text(ordinal);
  }

  @Override
  public long getLong(int ordinal) {
    if (ordinal == offsetAt) {
      return message.offset();
    }
    return ordinal == timeAt ? message.chunkMicros() : decoded(ordinal).number(ordinal);
  }

  @Override
  public InternalRow getStruct(int ordinal, int fields) {
    return decoded(ordinal).struct(ordinal);
  }

  @Override
  public MapData getMap(int ordinal) {
    return decoded(ordinal).map(ordinal);
  }

  /** What the other getters ask for, and a copy is made of. */
  @Override
  public Object genericGet(int ordinal) {
    if (isNullAt(ordinal)) {
      return null;
    }
    return switch (columns.get(ordinal)) {
      case VALUE -> getBinary(ordinal);
      case STREAM -> stream;
      case OFFSET, CHUNK_TIMESTAMP -> getLong(ordinal);
      default -> decoded(ordinal).get(ordinal);
    };
  }

  @Override
  public int numFields() {
    return columns.size();
  }

  @Override
  public void setNullAt(int ordinal) {
    throw readOnly();
  }

  @Override
  public void update(int ordinal, Object value) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("A message that is read does not change");
  }
}
