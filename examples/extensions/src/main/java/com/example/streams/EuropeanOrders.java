package com.example.streams;

import org.sparkrabbit.extension.PostFilter;
import org.sparkrabbit.extension.ReceivedMessage;

/** Lets messages through whose application property {@code region} is European. */
public final class EuropeanOrders implements PostFilter {
  @Override
  public boolean accepts(ReceivedMessage message) {
    String region = message.applicationProperties().get("region");
    return region != null && region.startsWith("eu-");
  }
}
