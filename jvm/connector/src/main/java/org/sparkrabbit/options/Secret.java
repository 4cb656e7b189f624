package org.sparkrabbit.options;

import java.io.Serializable;

/** A value that is sent to the broker and shown to nobody. */
public record Secret(String reveal) implements Serializable {
  @Override
  public String toString() {
    return "(secret)";
  }
}
