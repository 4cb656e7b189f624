package org.sparkrabbit.write;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * What decides at which position of which writer a row of an epoch stands, as a short number that
 * is part of every publishing id. Under another layout the same id means another row. Layouts that
 * differ in the number of writers alone never have the same number; others rarely do.
 */
record Layout(List<String> facts, int writers) {
  int number() {
    CRC32 sum = new CRC32();
    for (String fact : facts) {
      sum.update(fact.getBytes(StandardCharsets.UTF_8));
      sum.update(0);
    }
    return (int) ((sum.getValue() + writers) % EpochId.LAYOUTS);
  }
}
