package org.sparkrabbit.broker;

import java.util.Locale;

/** What a connection is for. Operators see it at the end of the connection's name. */
enum Purpose {
  LOCATOR,
  INSPECTOR,
  READER,
  WRITER;

  String nameFor(String environmentId) {
    return environmentId + "-" + name().toLowerCase(Locale.ROOT);
  }
}
