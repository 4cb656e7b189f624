package org.sparkrabbit.extension;

/**
 * Gives the value by which consumers may filter a message, or null for none. Named by the option
 * {@code filterValueExtractorClass}; each task has an instance of its own.
 */
@FunctionalInterface
public interface FilterValueExtractor {
  String filterValue(SentMessage message);
}
