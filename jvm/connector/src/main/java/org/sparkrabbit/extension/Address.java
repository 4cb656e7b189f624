package org.sparkrabbit.extension;

/** Where a broker listens for the stream protocol. */
public record Address(String host, int port) {}
