package org.sparkrabbit.options;

import java.io.Serializable;

/** What a table stands for. */
public sealed interface Target extends Serializable {
  /** Null where each row names a stream of its own. */
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

  /** Rows that are written go to the streams that they name. Nothing can be read there. */
  record EachRow() implements Target {
    @Override
    public String name() {
      return null;
    }

    @Override
    public String toString() {
      return "the stream of each row";
    }
  }

  /** The stream, where the options break the rule that at most one of them is given. */
  static Target of(OptionReader reader) {
    String stream = reader.read(TargetOptions.STREAM);
    String superStream = reader.read(TargetOptions.SUPERSTREAM);
    if (stream != null) {
      return new Stream(stream);
    }
    return superStream == null ? new EachRow() : new SuperStream(superStream);
  }
}
