package com.example.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.sparkrabbit.extension.FilterValueExtractor;
import org.sparkrabbit.extension.SentMessage;

/**
 * Stops at a body that names the directory of a test's gate, and fails there as soon as the gate is
 * open; who comes later finds it open and passes.
 */
public final class FailsOnce implements FilterValueExtractor {
  private static final String STOP = "stop at ";
  private static final long WITHIN = TimeUnit.SECONDS.toNanos(60);

  @Override
  public String filterValue(SentMessage message) {
    String body = new String(message.value());
    if (body.startsWith(STOP)) {
      Path gate = Path.of(body.substring(STOP.length()));
      if (Files.notExists(gate.resolve("gate-open"))) {
        stop(gate);
      }
    }
    return "any";
  }

  private static void stop(Path gate) {
    long until = System.nanoTime() + WITHIN;
    try {
      Files.createFile(gate.resolve("gate-reached"));
      while (Files.notExists(gate.resolve("gate-open")) && System.nanoTime() < until) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("The gate is out of order", e);
    }
    throw new IllegalStateException("stopped");
  }
}
