package org.sparkrabbit.rows;

/** A row that cannot be a message. The writer adds which row it is. */
public class InvalidRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidRowException(String message) {
    super(message);
  }
}
