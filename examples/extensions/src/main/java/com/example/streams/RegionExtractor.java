package com.example.streams;

import org.sparkrabbit.extension.FilterValueExtractor;
import org.sparkrabbit.extension.SentMessage;

/** Gives the continent of a region: {@code eu} for {@code eu-west}. Other messages have none. */
public final class RegionExtractor implements FilterValueExtractor {
  @Override
  public String filterValue(SentMessage message) {
    String region = message.applicationProperties().get("region");
    return region == null ? null : region.split("-", 2)[0];
  }
}
