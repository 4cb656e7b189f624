package org.sparkrabbit.options;

import static org.sparkrabbit.options.Use.BATCH_READ;
import static org.sparkrabbit.options.Use.STREAMING_READ;
import static org.sparkrabbit.options.Use.WRITE;

import java.util.EnumSet;
import java.util.Set;

/** The parts of the table of options, in the order in which they are documented. */
public enum Section {
  TARGET("What to read or write", EnumSet.allOf(Use.class)),
  CONNECTION("Connection and login", EnumSet.allOf(Use.class)),
  SECURITY("TLS and OAuth 2", EnumSet.allOf(Use.class)),
  POSITION("Where a read begins and ends", EnumSet.of(BATCH_READ, STREAMING_READ)),
  READING("Reading", EnumSet.of(BATCH_READ, STREAMING_READ)),
  STREAMING("Streaming reads", EnumSet.of(STREAMING_READ)),
  FILTERING("Filtered reads", EnumSet.of(BATCH_READ, STREAMING_READ)),
  WRITING("Writing", EnumSet.of(WRITE)),
  ROUTING("Routing in super streams", EnumSet.of(WRITE)),
  CREATION("Creating what is missing", EnumSet.of(WRITE)),
  TUNING("Tuning of the client", EnumSet.allOf(Use.class));

  private final String title;
  private final Set<Use> uses;

  Section(String title, Set<Use> uses) {
    this.title = title;
    this.uses = uses;
  }

  public String title() {
    return title;
  }

  Set<Use> uses() {
    return uses;
  }
}
