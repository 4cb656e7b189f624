package org.sparkrabbit.read;

import java.time.Duration;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.OffsetRange;

/** What to say when the reading of a range fails at an offset. */
record RangeFailures(OffsetRange range, Duration patience) {

  RabbitStreamsException interrupted(long offset, InterruptedException cause) {
    return new RabbitStreamsException(
        ErrorCode.INTERRUPTED, "Interrupted at offset %d of %s".formatted(offset, range), cause);
  }

  RabbitStreamsException noProgress(long offset, boolean isFiltered) {
    String whileFiltering =
        isFiltered
            ? " Or does it need longer than rpcTimeoutMs to pass by all that filterValues leaves"
                + " out?"
            : "";
    return new RabbitStreamsException(
        ErrorCode.NO_PROGRESS,
        ("Nothing arrived for %d ms (option maxWaitMs) while reading %s; the next offset would have"
                + " been %d. No row was skipped. Is the broker overloaded or cut off, or does the"
                + " stream end before the offset that was asked for?%s Try again, or raise maxWaitMs.")
            .formatted(patience.toMillis(), range, offset, whileFiltering));
  }

  RabbitStreamsException damaged(long offset, String why, Throwable cause) {
    return new RabbitStreamsException(
        ErrorCode.INCOMPLETE_CHUNK,
        ("The chunk of the stream '%s' that holds offset %d cannot be read: %s. Reading again helps"
                + " if it was the connection; else the chunk is damaged on the broker.")
            .formatted(range.stream(), offset, why),
        cause);
  }
}
