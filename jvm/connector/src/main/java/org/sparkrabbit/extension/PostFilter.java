package org.sparkrabbit.extension;

/**
 * Decides which messages become rows. Named by the option {@code filterPostFilterClass}; each task
 * has an instance of its own. What it throws fails the task.
 */
@FunctionalInterface
public interface PostFilter {
  boolean accepts(ReceivedMessage message);
}
