package org.sparkrabbit.options;

import java.lang.reflect.InvocationTargetException;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Makes an object of a class that a user wrote and an option names. */
public final class Extension {
  private Extension() {}

  /**
   * Spark's own class loader, the thread's, knows the jars that users bring. The names of option
   * and interface are for the message.
   */
  public static <T> T create(String option, String className, Class<T> type) {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Class<?> found =
          Class.forName(className, true, loader == null ? type.getClassLoader() : loader);
      return type.cast(found.getConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      throw unusable(
          option,
          className,
          "is not on the class path of this process",
          "Add its jar to driver and executors (--jars)",
          e);
    } catch (ClassCastException e) {
      throw unusable(
          option,
          className,
          "does not implement " + type.getName(),
          "Let it implement this interface",
          e);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw unusable(
          option,
          className,
          "is not public, or has no public constructor without arguments",
          "Make it so",
          e);
    } catch (InstantiationException e) {
      throw unusable(option, className, "is abstract", "Name a class that can be made", e);
    } catch (InvocationTargetException e) {
      throw unusable(
          option,
          className,
          "failed in its constructor: " + e.getCause(),
          "Mend the class",
          e.getCause());
    } catch (LinkageError e) {
      throw unusable(
          option,
          className,
          "cannot be loaded: " + e,
          "Add what it needs to driver and executors (--jars), for this Java",
          e);
    }
  }

  /** What is told when such an object fails at its work; {@code where} names the row or message. */
  public static String failure(String option, Object extension, String where, String why) {
    return "The class %s of the option %s failed at %s: %s. Mend the class, or do without the option."
        .formatted(extension.getClass().getName(), option, where, why);
  }

  private static RabbitStreamsException unusable(
      String option, String className, String why, String remedy, Throwable cause) {
    return new RabbitStreamsException(
        ErrorCode.EXTENSION_UNUSABLE,
        "The class %s of the option %s %s. %s.".formatted(className, option, why, remedy),
        cause);
  }
}
