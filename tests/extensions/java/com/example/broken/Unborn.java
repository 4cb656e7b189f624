package com.example.broken;

import org.sparkrabbit.extension.PostFilter;
import org.sparkrabbit.extension.ReceivedMessage;

/** Fails in its constructor. */
public final class Unborn implements PostFilter {
  public Unborn() {
    throw new IllegalStateException("no configuration");
  }

  @Override
  public boolean accepts(ReceivedMessage message) {
    return true;
  }
}
