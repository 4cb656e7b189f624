package org.sparkrabbit.options;

import java.io.Serializable;

/** What a table stands for. */
public sealed interface Target extends Serializable {
  String name();

  record Stream(String name) implements Target {
    @Override
    public String toString() {
      return "stream=" + name;
    }
  }

  record SuperStream(String name) implements Target {
    @Override
    public String toString() {
      return "superstream=" + name;
    }
  }
}
