package org.sparkrabbit.write;

import java.util.function.Function;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.Extension;
import org.sparkrabbit.rows.InvalidRowException;

/** An object of a user's class, whose failures are told with the option, the class and the row. */
record UserCode<T>(String option, T extension, Progress progress) {
  /** Null where the option is not given. */
  static <T> UserCode<T> of(String option, String className, Class<T> type, Progress progress) {
    return className == null
        ? null
        : new UserCode<>(option, Extension.create(option, className, type), progress);
  }

  /** What the object answers; what it throws fails the task. */
  <R> R ask(Function<T, R> question) {
    try {
      return question.apply(extension);
    } catch (RabbitStreamsException | InvalidRowException e) {
      throw e;
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      throw progress.extensionFailed(option, extension, "it threw " + e, e);
    }
  }

  RabbitStreamsException refuse(String answer) {
    return progress.extensionFailed(option, extension, answer, null);
  }
}
