package org.sparkrabbit.metrics;

/** What a metric counts. */
public enum Unit {
  ROWS("rows"),
  BYTES("bytes"),
  MILLISECONDS("ms"),
  COUNT("count");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  @Override
  public String toString() {
    return symbol;
  }
}
