package org.sparkrabbit.write;

import java.util.function.Supplier;

/**
 * What one run of a streaming query has learned about its writers. Only the first batch of a run
 * can have been begun by another one, so the streams are asked then, and not for each batch.
 */
public final class QueryRun {
  private Layout layout;
  private Standing standing;

  synchronized Standing standing(Layout present, Supplier<Standing> question) {
    if (!present.equals(layout)) {
      standing = question.get();
      layout = present;
    }
    return standing;
  }
}
