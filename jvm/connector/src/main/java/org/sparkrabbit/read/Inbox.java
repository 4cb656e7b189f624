package org.sparkrabbit.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.sparkrabbit.broker.ChunkHead;
import org.sparkrabbit.broker.ChunkSink;
import org.sparkrabbit.errors.RabbitStreamsException;

/**
 * Where the connection's thread puts the chunks of one subscription and Spark's thread takes them,
 * one after the other, whole. Why a subscription has ended is told after its last chunk.
 */
final class Inbox implements ChunkSink {
  private final long neededUntil;
  private final long byteBudget;
  private final CreditLine credits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Chunk> ready = new ArrayDeque<>();

  /** The latest comes first: the processor still has it in its caches. */
  private final Deque<Chunk> spare = new ArrayDeque<>();

  private long spareBytes;
  private long taken;
  private RabbitStreamsException end;

  /** The connection's own. */
  private Chunk arriving;

  /** Chunks from {@code neededUntil} on are not asked for. */
  Inbox(long neededUntil, int initialCredits, long byteBudget, long messageBudget) {
    this.neededUntil = neededUntil;
    this.byteBudget = byteBudget;
    this.credits = new CreditLine(initialCredits, byteBudget, messageBudget);
  }

  /** Tells whom to ask for more chunks. */
  void open(IntConsumer broker) {
    lock.lock();
    try {
      credits.open(broker);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is taken any more after an end: the chunks of an inbox follow one another. */
  @Override
  public byte[] begin(ChunkHead head) {
    arriving = emptyChunk();
    return arriving == null ? null : arriving.prepare(head);
  }

  @Override
  public void complete(ChunkHead head) {
    Chunk chunk = arriving;
    arriving = null;
    if (chunk == null) {
      return;
    }
    lock.lock();
    try {
      ready.add(chunk);
      credits.arrived(chunk.end() >= neededUntil);
      credits.hold(chunk.heldBytes(), chunk.messages());
      credits.extend();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void ended(RabbitStreamsException why) {
    lock.lock();
    try {
      end = end == null ? why : end;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** The next chunk, or null if none comes within the time. */
  Chunk take(long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeoutNanos;
      while (ready.isEmpty() && end == null && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (ready.isEmpty() && end != null) {
        throw end;
      }
      Chunk chunk = ready.poll();
      taken += chunk == null ? 0 : 1;
      return chunk;
    } finally {
      lock.unlock();
    }
  }

  /** How many chunks have come, ever. */
  long arrived() {
    lock.lock();
    try {
      return credits.arrived();
    } finally {
      lock.unlock();
    }
  }

  /** How many of them were taken. */
  long taken() {
    lock.lock();
    try {
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Asks for one chunk more, and tells how many have been asked for then, ever. */
  long askForOneMore() {
    lock.lock();
    try {
      credits.grantOne();
      return credits.granted();
    } finally {
      lock.unlock();
    }
  }

  /** Whether fewer chunks than this have come, and the subscription goes on. */
  boolean isShortOf(long chunks) {
    lock.lock();
    try {
      return end == null && credits.arrived() < chunks;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a chunk back once its last row was taken. */
  void recycle(Chunk chunk) {
    lock.lock();
    try {
      credits.release(chunk.heldBytes(), chunk.messages());
      keepSpare(chunk);
      credits.extend();
    } finally {
      lock.unlock();
    }
  }

  /** Null after the end. */
  private Chunk emptyChunk() {
    lock.lock();
    try {
      if (end != null) {
        return null;
      }
      Chunk chunk = spare.poll();
      if (chunk == null) {
        return new Chunk();
      }
      spareBytes -= chunk.heldBytes();
      return chunk;
    } finally {
      lock.unlock();
    }
  }

  private void keepSpare(Chunk chunk) {
    if (!chunk.isOversized()
        && credits.heldBytes() + spareBytes + chunk.heldBytes() <= byteBudget) {
      spareBytes += chunk.heldBytes();
      spare.push(chunk);
    }
  }
}
