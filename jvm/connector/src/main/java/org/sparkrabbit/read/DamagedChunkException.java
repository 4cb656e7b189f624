package org.sparkrabbit.read;

/** Bytes that are not a chunk. The reader adds where they were found. */
final class DamagedChunkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedChunkException(String message) {
    super(message);
  }

  DamagedChunkException(String message, Throwable cause) {
    super(message, cause);
  }
}
