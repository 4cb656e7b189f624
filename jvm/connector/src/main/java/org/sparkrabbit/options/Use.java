package org.sparkrabbit.options;

/** What a table's options are used for. */
public enum Use {
  BATCH_READ("a batch read"),
  STREAMING_READ("a streaming read"),
  WRITE("a write");

  private final String phrase;

  Use(String phrase) {
    this.phrase = phrase;
  }

  @Override
  public String toString() {
    return phrase;
  }
}
