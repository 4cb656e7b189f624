package com.example.crowds;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sparkrabbit.extension.FilterValueExtractor;
import org.sparkrabbit.extension.SentMessage;

/** Holds back the second row of each task until as many tasks as {@code meeting.tasks} have one. */
public final class Meeting implements FilterValueExtractor {
  private static final CyclicBarrier BARRIER = new CyclicBarrier(Integer.getInteger("meeting.tasks"));

  private int rows;

  @Override
  public String filterValue(SentMessage message) {
    rows++;
    if (rows == 2) {
      meet();
    }
    return null;
  }

  private static void meet() {
    try {
      BARRIER.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("The tasks have not come together", e);
    }
  }
}
