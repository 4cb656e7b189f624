package org.sparkrabbit.extension;

import java.util.List;

/** The partitions of a super stream, and the way to them. */
public interface Routes {
  /** All partitions, in the order of the super stream. */
  List<String> partitions();

  /** The partitions that are bound with this key; empty if there is none. */
  List<String> boundTo(String routingKey);
}
