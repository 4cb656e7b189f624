package org.sparkrabbit.write;

import java.util.List;

/**
 * Ids of a producer that no other attempt shares. They begin above all that the targets remember of
 * its name, so that a name that comes back costs no row.
 */
final class TaskIds implements Numbering {
  private final LastIds lastIds;
  private long latest;

  TaskIds(LastIds lastIds) {
    this.lastIds = lastIds;
  }

  @Override
  public long next(List<String> targets) {
    for (String target : targets) {
      latest = Math.max(latest, lastIds.in(target));
    }
    return ++latest;
  }

  @Override
  public boolean isRepetition(String target, long id) {
    return false;
  }
}
