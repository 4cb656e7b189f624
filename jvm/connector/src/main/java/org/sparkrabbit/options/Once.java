package org.sparkrabbit.options;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/** Warnings that a process gives once, however many queries have the same reason for them. */
final class Once {
  private static final int MOST = 1_000;
  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private Once() {}

  /** Says the sentence about these options, unless there are none or it was said of all of them. */
  static void warn(Logger log, List<String> options, String sentence) {
    String listed = String.join(", ", options);
    if (!options.isEmpty() && SAID.size() < MOST && SAID.add(sentence + listed)) {
      log.warn(sentence, listed);
    }
  }
}
