package org.sparkrabbit.write;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.sparkrabbit.broker.ConfirmSink;
import org.sparkrabbit.broker.Publication;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.metrics.WriteMetrics;
import org.sparkrabbit.rows.EncodedMessage;

/**
 * What a task writes to one stream. Entries are collected in batches, each sent in one frame or in
 * a few, and kept until they are confirmed, so that they can be sent again when a connection is
 * lost. All methods are the writer's, but {@link #tick}.
 */
final class Outlet implements AutoCloseable {
  private static final long MOST_IDS = 1L << 40;

  /** Below zero, where no producer with a name has its ids. */
  private static final AtomicLong FIRST_IDS = new AtomicLong(Long.MIN_VALUE);

  private final Gate gate;
  private final Confirms confirms;
  private final BatchPool pool;
  private final WriteMetrics metrics;
  private final Entries entries;
  private final Outage outage;

  /** Held to send, and never while an answer of the broker is waited for. */
  private final Lock sending = new ReentrantLock();

  private final Queue<Batch> onTheWay = new ConcurrentLinkedQueue<>();
  private Publication publication;
  private boolean isOpen = true;
  private Batch filling;

  private volatile Hearing hearing;
  private volatile long confirmed;
  private volatile long refused;
  private final long firstId = FIRST_IDS.getAndAdd(MOST_IDS);
  private long accepted;
  private long bytesOnTheWay;

  Outlet(Gate gate, Entries entries, Confirms confirms, BatchPool pool, WriteMetrics metrics) {
    this.gate = gate;
    this.entries = entries;
    this.confirms = confirms;
    this.pool = pool;
    this.metrics = metrics;
    this.outage = new Outage(gate.settings().confirmTimeout());
    this.publication = gate.open(this::hearAnew);
    begin();
  }

  private ConfirmSink hearAnew() {
    hearing = new Hearing();
    return hearing;
  }

  private void begin() {
    filling = pool.take();
    onTheWay.add(filling);
  }

  /**
   * Fails where a message and its filter value, which may be null, are more than one frame takes.
   */
  void requireFit(EncodedMessage message, byte[] filterValue) {
    int valueSize = filterValue == null ? 0 : filterValue.length;
    long size = (long) valueSize + message.size();
    if (valueSize > Short.MAX_VALUE) {
      throw gate.progress().filterValueTooLong(valueSize, Short.MAX_VALUE);
    }
    if (size > largestMessage()) {
      throw gate.progress().tooLarge(message.size(), valueSize, publication.largestFrame());
    }
  }

  /**
   * An id for a message of a producer without a name, whose ids mean nothing to the broker. No two
   * are alike in this process: a late confirm of another task, whose number on a connection this
   * one has got, confirms nothing here.
   */
  long nextId() {
    return firstId + accepted;
  }

  /** The bytes that a message may have in this stream, with its filter value. */
  int largestMessage() {
    return largestEntry() - Entries.LARGEST_HEAD;
  }

  /** The bytes that an entry may have in this stream. */
  int largestEntry() {
    return publication.largestFrame() - Publication.FRAME_HEAD;
  }

  /** Adds a message; the filter value may be null. */
  void add(long id, byte[] filterValue, EncodedMessage message) {
    tend();
    accepted++;
    entries.add(this, id, filterValue, message);
  }

  /** The batch that takes an entry of this size next. */
  Batch batchFor(int size) {
    if (!filling.hasRoom(size, largestEntry())) {
      closeBatch();
    }
    bytesOnTheWay += size;
    return filling;
  }

  /** Sends all that was added, so that it can be confirmed and forgotten. */
  void flush() {
    entries.complete(this);
    if (!filling.isEmpty()) {
      closeBatch();
    }
  }

  private void closeBatch() {
    sending.lock();
    try {
      filling.send(publication::send);
      begin();
    } finally {
      sending.unlock();
    }
  }

  /** Sends what waits for a fuller batch, on a thread of a connection. */
  void tick() {
    if (sending.tryLock()) {
      try {
        if (isOpen) {
          filling.send(publication::send);
        }
      } finally {
        sending.unlock();
      }
    }
  }

  /** Opens another connection where this one is lost, and tells whether it was. */
  boolean tend() {
    RabbitStreamsException why = hearing.ended;
    if (why != null) {
      reopen(why);
    }
    return why != null;
  }

  private void reopen(RabbitStreamsException why) {
    close();
    outage.lost(confirmed, System.nanoTime());
    Publication opened = gate.openAgain(why, this::hearAnew, outage);
    metrics.retry();
    sending.lock();
    try {
      publication = opened;
      isOpen = true;
      for (Batch batch : onTheWay) {
        batch.sendAgain(opened::send);
      }
    } finally {
      sending.unlock();
    }
  }

  /**
   * Forgets what is confirmed. The broker may confirm an id of a named producer twice, so what had
   * it is not used again.
   */
  void look() {
    for (Batch batch = onTheWay.peek();
        batch != filling && batch.isSettled();
        batch = onTheWay.peek()) {
      onTheWay.remove();
      bytesOnTheWay -= batch.length();
      metrics.latency(batch.latency());
      if (gate.name() == null) {
        pool.giveBack(batch);
      }
    }
  }

  /** All that was added is confirmed. */
  boolean isIdle() {
    return confirmed == accepted;
  }

  /** Messages. */
  long accepted() {
    return accepted;
  }

  /** Messages. */
  long confirmed() {
    return confirmed;
  }

  /** Messages. */
  long refused() {
    return refused;
  }

  /** Those that wait for a fuller entry included. */
  long bytesOnTheWay() {
    return bytesOnTheWay + entries.keptBack();
  }

  /** The publication's number may be another one's afterwards, so nothing is sent by then. */
  @Override
  public void close() {
    sending.lock();
    isOpen = false;
    sending.unlock();
    publication.close();
  }

  /**
   * What one connection says of the entries. Once it has ended, the next one speaks; so one thread
   * counts at a time.
   */
  private final class Hearing implements ConfirmSink {
    private volatile RabbitStreamsException ended;
    private Batch latest;

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    public void confirmed(long id) {
      int messages = ended == null ? confirm(id) : 0;
      if (messages > 0) {
        confirmed += messages;
        if (confirms.isAwaited()) {
          confirms.heard(messages, confirmed == accepted);
        }
      }
    }

    private int confirm(long id) {
      int messages = latest == null ? 0 : latest.confirm(id);
      if (messages > 0) {
        return messages;
      }
      for (Batch batch : onTheWay) {
        messages = batch.confirm(id);
        if (messages > 0) {
          latest = batch;
          return messages;
        }
      }
      return 0;
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    public void refused(long id, short code) {
      if (ended == null) {
        refused++;
        confirms.refused(code);
      }
    }

    @Override
    public void ended(RabbitStreamsException why) {
      if (ended == null) {
        ended = why;
        confirms.wake();
      }
    }
  }
}
