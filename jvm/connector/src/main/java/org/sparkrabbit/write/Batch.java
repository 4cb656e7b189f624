package org.sparkrabbit.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Entries for one stream, kept until all of them are confirmed. The writer's thread adds entries;
 * who holds the outlet's lock sends those that are complete; the connection's thread notes which
 * are confirmed. Adding takes no lock: what is complete is published by one ordered write.
 */
final class Batch {
  private static final VarHandle COMPLETE;

  static {
    try {
      COMPLETE = MethodHandles.lookup().findVarHandle(Batch.class, "complete", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * A batch that holds more takes no other entry, so that an array of entries is not humongous to
   * the collector, which would give it whole regions of a small heap.
   */
  static final int MOST_BYTES = 256 * 1024;

  private static final int FIRST_BYTES = 16 * 1024;
  private static final int FIRST_BYTES_OF_ENTRY = 256;

  /** Others read it: what was copied to a larger array must be there before the array is. */
  private volatile byte[] bytes;

  private final long[] ids;
  private final int[] messages;
  private final int[] ends;
  private final long[] confirmations;

  // The writer's thread.
  private int entries;
  private int length;

  /** How many entries others may see. */
  private int complete;

  // Under the outlet's lock.
  private int sent;
  private long sentAt;

  // The connection's thread; others read it.
  private volatile int confirmed;
  private volatile long confirmedAt;

  Batch(int mostEntries) {
    this.bytes = new byte[Math.min(FIRST_BYTES, mostEntries * FIRST_BYTES_OF_ENTRY)];
    this.ids = new long[mostEntries];
    this.messages = new int[mostEntries];
    this.ends = new int[mostEntries];
    this.confirmations = new long[(mostEntries + Long.SIZE - 1) / Long.SIZE];
  }

  void clear() {
    Arrays.fill(confirmations, 0);
    entries = 0;
    length = 0;
    complete = 0;
    sent = 0;
    confirmed = 0;
  }

  boolean isEmpty() {
    return entries == 0;
  }

  /** One entry has room whatever its size; who adds it has seen that a frame takes it. */
  boolean hasRoom(int size, int mostBytes) {
    return entries == 0 || entries < ids.length && length + size <= Math.min(mostBytes, MOST_BYTES);
  }

  int length() {
    return length;
  }

  /** How much memory it keeps. */
  int capacity() {
    return bytes.length;
  }

  /** Makes room for an entry, and tells where it begins in {@link #bytes}. */
  int begin(int size) {
    int start = length;
    length += size;
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
    return start;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The entry that was begun is complete, under this id, and holds so many messages. */
  void end(long id, int count) {
    ids[entries] = id;
    messages[entries] = count;
    ends[entries] = length;
    entries++;
    COMPLETE.setRelease(this, entries);
  }

  /** Sends what is complete and was not sent before. */
  void send(Frames frames) {
    int until = (int) COMPLETE.getAcquire(this);
    if (until > sent) {
      if (sent == 0) {
        sentAt = System.nanoTime();
      }
      send(frames, sent, until);
      sent = until;
    }
  }

  /** Sends again what was sent and is not confirmed, over another connection. */
  void sendAgain(Frames frames) {
    int from = 0;
    for (int entry = 0; entry < sent; entry++) {
      if (isConfirmed(entry)) {
        if (entry > from) {
          send(frames, from, entry);
        }
        from = entry + 1;
      }
    }
    if (sent > from) {
      send(frames, from, sent);
    }
  }

  private void send(Frames frames, int from, int until) {
    int start = from == 0 ? 0 : ends[from - 1];
    frames.send(until - from, bytes, start, ends[until - 1] - start);
  }

  /** How many messages this confirms, which are none if the entry is not here. */
  int confirm(long id) {
    int entry = find(id);
    if (entry < 0 || isConfirmed(entry)) {
      return 0;
    }
    confirmations[entry / Long.SIZE] |= 1L << entry;
    int count = messages[entry];
    if (confirmed + 1 == (int) COMPLETE.getAcquire(this)) {
      confirmedAt = System.nanoTime();
    }
    // Once all are confirmed the writer may use the batch again.
    confirmed++;
    return count;
  }

  private boolean isConfirmed(int entry) {
    return (confirmations[entry / Long.SIZE] & 1L << entry) != 0;
  }

  /** Ids grow, and mostly by one. */
  private int find(long id) {
    int until = (int) COMPLETE.getAcquire(this);
    if (until == 0 || id < ids[0] || id > ids[until - 1]) {
      return -1;
    }
    long guess = id - ids[0];
    return guess < until && ids[(int) guess] == id
        ? (int) guess
        : Arrays.binarySearch(ids, 0, until, id);
  }

  /** Whether all that was added is confirmed; nothing may be added meanwhile. */
  boolean isSettled() {
    return confirmed == entries;
  }

  /** The time from sending to the last confirm, in nanoseconds. */
  long latency() {
    return confirmedAt - sentAt;
  }
}
