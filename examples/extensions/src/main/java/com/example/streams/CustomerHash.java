package com.example.streams;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.sparkrabbit.extension.HashFunction;

/** Hashes what stands before the slash of keys such as {@code acme/4711}. */
public final class CustomerHash implements HashFunction {
  @Override
  public int hash(String routingKey) {
    String customer = routingKey.split("/", 2)[0];
    CRC32 checksum = new CRC32();
    checksum.update(customer.getBytes(StandardCharsets.UTF_8));
    return (int) checksum.getValue();
  }
}
