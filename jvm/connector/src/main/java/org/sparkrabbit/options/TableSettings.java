package org.sparkrabbit.options;

import java.io.Serializable;
import java.time.Duration;

/** All that the options of a table say. */
public record TableSettings(ConnectionSettings connection, Target target, Duration maxWait)
    implements Serializable {}
