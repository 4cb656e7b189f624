package com.example.broken;

import org.sparkrabbit.extension.HashFunction;

/** Its constructor is private. */
public final class Secluded implements HashFunction {
  private Secluded() {}

  @Override
  public int hash(String routingKey) {
    return 0;
  }
}
