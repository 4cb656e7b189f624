package org.sparkrabbit.options;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * A value that is sent to the broker and shown to nobody. Its text may refer to the value: {@code
 * env:NAME} stands for an environment variable and {@code file:/path} for the content of a file, of
 * the node that connects; {@code plain:} before a text takes the rest as it is.
 */
public record Secret(String text) implements Serializable {
  private static final String VARIABLE = "env:";
  private static final String FILE = "file:";
  private static final String PLAIN = "plain:";

  /** A text that is the value, whatever it begins with. */
  static Secret plain(String value) {
    return new Secret(PLAIN + value);
  }

  public boolean isReference() {
    return text.startsWith(VARIABLE) || text.startsWith(FILE);
  }

  /** The value itself, looked up here and now. */
  public String reveal() {
    if (text.startsWith(VARIABLE)) {
      return variable(text.substring(VARIABLE.length()));
    }
    if (text.startsWith(FILE)) {
      return content(text.substring(FILE.length()));
    }
    return text.startsWith(PLAIN) ? text.substring(PLAIN.length()) : text;
  }

  private static String variable(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new RabbitStreamsException(
          ErrorCode.SECRET_NOT_FOUND,
          ("The option that is given as env:%1$s refers to the environment variable %1$s, which is"
                  + " not set in this process. Set it for the driver, and for every executor with"
                  + " spark.executorEnv.%1$s.")
              .formatted(name));
    }
    return value;
  }

  /** Editors end files with a line break that nobody means. */
  private static String content(String path) {
    try {
      return Files.readString(Path.of(path)).stripTrailing();
    } catch (IOException | InvalidPathException e) {
      throw new RabbitStreamsException(
          ErrorCode.SECRET_NOT_FOUND,
          ("The option that is given as file:%1$s refers to the file %1$s, which cannot be read on"
                  + " this node (%2$s). Put it at that path for the driver and for every executor.")
              .formatted(path, e.getClass().getSimpleName()),
          e);
    }
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
