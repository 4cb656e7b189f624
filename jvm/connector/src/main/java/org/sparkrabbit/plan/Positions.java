package org.sparkrabbit.plan;

import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Where each of several streams begins or ends. */
public sealed interface Positions extends Serializable {
  /** The same for all streams. */
  record Everywhere(Position position) implements Positions {}

  /** One for each stream; every stream must be named, and no other may be. */
  record ByStream(Map<String, Position> positions) implements Positions {
    public ByStream {
      positions = Collections.unmodifiableMap(new TreeMap<>(positions));
    }
  }
}
