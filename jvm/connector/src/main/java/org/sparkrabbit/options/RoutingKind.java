package org.sparkrabbit.options;

/** How a message finds its partition. */
public enum RoutingKind {
  HASH,
  KEY,
  CUSTOM
}
