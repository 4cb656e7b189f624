package org.sparkrabbit.options;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All options, in the order in which they are documented, and those that are no more. */
final class OptionTable {
  static final List<Option<?>> ALL =
      Stream.of(
              TargetOptions.ALL,
              SecurityOptions.ALL,
              SourceOptions.ALL,
              SinkOptions.ALL,
              CreationOptions.ALL,
              DeduplicationOptions.ALL,
              TuningOptions.ALL)
          .flatMap(List::stream)
          .toList();

  /** What to do instead of an option that was removed, or never was. */
  static final Map<String, String> REMOVED =
      Map.of(
          "filterValueColumn",
          "was removed; name the place of the filter value with filterValuePath, or compute it with"
              + " filterValueExtractorClass",
          "filterPostFilterClassV2",
          "was removed; filterPostFilterClass sees the whole message",
          "path",
          "is no option of this format; name the stream with the option stream or superstream, and"
              + " call load() and save() without a path");

  private OptionTable() {}
}
