package org.sparkrabbit.read;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.extension.PostFilter;
import org.sparkrabbit.extension.ReceivedMessage;
import org.sparkrabbit.options.Extension;
import org.sparkrabbit.options.ReadSettings.FilterSettings;
import org.sparkrabbit.plan.OffsetRange;
import org.sparkrabbit.rows.MalformedMessageException;

/** Asks a user's class which messages of a range become rows. */
final class UserFilter {
  private static final String OPTION = "filterPostFilterClass";
  private static final Logger LOG = LoggerFactory.getLogger(UserFilter.class);

  private final PostFilter filter;
  private final OffsetRange range;
  private final boolean tellsMismatches;
  private long dropped;

  private UserFilter(PostFilter filter, OffsetRange range, boolean tellsMismatches) {
    this.filter = filter;
    this.range = range;
    this.tellsMismatches = tellsMismatches;
  }

  /** Null where the option is not given; fails where its class cannot be used. */
  static UserFilter of(FilterSettings settings, OffsetRange range) {
    if (settings.postFilterClass() == null) {
      return null;
    }
    return new UserFilter(
        Extension.create(OPTION, settings.postFilterClass(), PostFilter.class),
        range,
        settings.warns() && !settings.values().isEmpty());
  }

  /** What the user's class throws fails the task. */
  boolean accepts(ReceivedMessage message) {
    try {
      boolean isAccepted = filter.accepts(message);
      dropped += isAccepted ? 0 : 1;
      return isAccepted;
    } catch (MalformedMessageException e) {
      throw e;
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      String where = "offset %d of the stream '%s'".formatted(message.offset(), message.stream());
      throw new RabbitStreamsException(
          ErrorCode.EXTENSION_FAILED, Extension.failure(OPTION, filter, where, "it threw " + e), e);
    }
  }

  /** Only the broker's filter can mismatch; without one, dropping is all that is wanted. */
  void tellMismatches() {
    if (tellsMismatches && dropped > 0) {
      LOG.warn(
          "The broker's filter let {} messages through that {} dropped: {}",
          dropped,
          OPTION,
          range);
    }
  }
}
