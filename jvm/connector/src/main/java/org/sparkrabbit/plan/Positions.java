package org.sparkrabbit.plan;

import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Where each of several streams begins or ends. */
public sealed interface Positions extends Serializable {
  Position of(String stream);

  /** The same for all streams. */
  record Everywhere(Position position) implements Positions {
    @Override
    public Position of(String stream) {
      return position;
    }

    @Override
    public String toString() {
      return position.toString();
    }
  }

  /** One for each stream. Nobody else is known; whoever asks has checked the names before. */
  record ByStream(Map<String, Position> positions) implements Positions {
    public ByStream {
      positions = Collections.unmodifiableMap(new TreeMap<>(positions));
    }

    @Override
    public Position of(String stream) {
      return positions.get(stream);
    }

    @Override
    public String toString() {
      return positions.toString();
    }
  }
}
