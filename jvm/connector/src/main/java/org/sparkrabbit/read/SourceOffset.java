package org.sparkrabbit.read;

import org.apache.spark.sql.connector.read.streaming.Offset;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.StreamOffsets;

/** Where a streaming query stands, as its checkpoint keeps it. Spark compares the JSON. */
final class SourceOffset extends Offset {
  private final StreamOffsets offsets;

  SourceOffset(StreamOffsets offsets) {
    this.offsets = offsets;
  }

  static SourceOffset parse(String json) {
    try {
      return new SourceOffset(StreamOffsets.parse(json));
    } catch (IllegalArgumentException e) {
      throw new RabbitStreamsException(
          ErrorCode.CHECKPOINT_UNUSABLE,
          ("The checkpoint holds an offset that is not of this connector: %s (%s). It should look"
                  + " like {\"orders-0\":120,\"orders-1\":97}. Restore the checkpoint, or begin with a"
                  + " new one.")
              .formatted(json, e.getMessage()),
          e);
    }
  }

  /** Spark may hand over an offset in a form of its own, which has the same JSON. */
  static StreamOffsets offsetsOf(Offset offset) {
    return offset instanceof SourceOffset ours ? ours.offsets : parse(offset.json()).offsets;
  }

  @Override
  public String json() {
    return offsets.json();
  }
}
