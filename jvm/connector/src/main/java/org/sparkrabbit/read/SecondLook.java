package org.sparkrabbit.read;

import java.util.function.Supplier;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * A partition that is deleted between two questions about it is asked for in vain. Where it is
 * looked at again, it is not there, and that is told as it must be.
 */
final class SecondLook {
  private SecondLook() {}

  static <T> T at(Supplier<T> planning) {
    try {
      return planning.get();
    } catch (RabbitStreamsException e) {
      if (e.code() != ErrorCode.STREAM_NOT_FOUND) {
        throw e;
      }
      return planning.get();
    }
  }
}
