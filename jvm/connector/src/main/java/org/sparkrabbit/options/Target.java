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

  /** Null where the options break the rule that exactly one of them is given. */
  static Target of(OptionReader reader) {
    String stream = reader.read(TargetOptions.STREAM);
    String superStream = reader.read(TargetOptions.SUPERSTREAM);
    if (stream != null) {
      return new Stream(stream);
    }
    return superStream == null ? null : new SuperStream(superStream);
  }
}
