package org.sparkrabbit.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.broker.BrokerLease;
import org.sparkrabbit.options.ReadSettings.FilterSettings;

/** What the broker is asked to leave out. */
record BrokerFilter(List<String> values, boolean matchesUnfiltered) {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerFilter.class);

  static BrokerFilter of(FilterSettings settings) {
    return new BrokerFilter(settings.values(), settings.matchesUnfiltered());
  }

  /** Refuses a filter that the broker does not know, and says once what one does not do. */
  static void prepare(FilterSettings settings, BrokerLease broker) {
    if (settings.values().isEmpty()) {
      return;
    }
    broker.version().requireFilters("filterValues");
    if (settings.postFilterClass() == null && settings.warns()) {
      LOG.warn(
          "filterValues leaves out whole chunks only: messages with other filter values come along."
              + " Drop them with a condition of the query, or with filterPostFilterClass;"
              + " filterWarningOnMismatch=false hides this warning.");
    }
  }

  boolean isPresent() {
    return !values.isEmpty();
  }

  /** What a subscription says of it. */
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    if (isPresent()) {
      for (int number = 0; number < values.size(); number++) {
        properties.put("filter." + number, values.get(number));
      }
      properties.put("match-unfiltered", Boolean.toString(matchesUnfiltered));
    }
    return properties;
  }
}
