package org.sparkrabbit.options;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.errors.InvalidOptionsException;

/** The names of the options that a user gave, to tell which of them fit a use. */
public record GivenOptions(List<String> names) implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(GivenOptions.class);

  static GivenOptions of(OptionReader reader) {
    return new GivenOptions(
        OptionTable.ALL.stream().filter(reader::has).map(Option::name).toList());
  }

  /** Refuses what would be misunderstood in this use, and warns of what has no effect there. */
  public void requireFit(Use use) {
    List<String> problems = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    for (Option<?> option : OptionTable.ALL) {
      if (!names.contains(option.name())) {
        continue;
      }
      option
          .refusalIn(use)
          .ifPresent(why -> problems.add(option + " cannot be used in " + use + ": " + why));
      if (!option.uses().contains(use) && option.refusalIn(use).isEmpty()) {
        idle.add(option.name());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidOptionsException(problems);
    }
    Once.warn(LOG, idle, "Options that have no effect on " + use + ": {}");
  }
}
