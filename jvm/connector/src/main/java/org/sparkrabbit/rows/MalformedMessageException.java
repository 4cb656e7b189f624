package org.sparkrabbit.rows;

/**
 * Bytes that are not a message. Rows are made of them, and users' filters look at them, so it is
 * unchecked; the reader adds where they were found.
 */
public class MalformedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedMessageException(String message) {
    super(message);
  }
}
