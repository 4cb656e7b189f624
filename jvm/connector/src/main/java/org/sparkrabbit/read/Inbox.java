package org.sparkrabbit.read;

import com.rabbitmq.stream.ConsumerFlowStrategy;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.sparkrabbit.broker.IncomingMessage;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.OffsetRange;

/**
 * Where the client's thread puts chunks and Spark's thread takes them. Messages are added without a
 * lock; a chunk changes hands under one when it is whole. The client only logs what a handler
 * throws and drops the rest of the chunk, so every failure is kept here, and thrown where Spark
 * reads.
 */
final class Inbox implements MessageHandler, ConsumerFlowStrategy {
  private static final int INITIAL_CREDITS = 1;

  private final OffsetRange range;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<ChunkBytes> ready = new ArrayDeque<>();
  private final Queue<ChunkBytes> spare = new ArrayDeque<>();
  private final long byteBudget;
  private final CreditLine credits;
  private long spareBytes;
  private long nextOffset;
  private int subscriptions;
  private boolean awaitsFirstChunk;
  private Throwable failure;

  /**
   * A connection delivers on a thread of its own, and an old one may still do so beside a new one.
   */
  private final ConcurrentHashMap<Thread, Assembly> assemblies = new ConcurrentHashMap<>();

  private volatile Assembly latest;

  Inbox(OffsetRange range, long byteBudget) {
    this.range = range;
    this.nextOffset = range.from();
    this.byteBudget = byteBudget;
    this.credits = new CreditLine(INITIAL_CREDITS, byteBudget);
  }

  /** Called before each subscription, the first and those after a reconnection: where it begins. */
  long beginSubscription() {
    lock.lock();
    try {
      subscriptions++;
      awaitsFirstChunk = true;
      return nextOffset;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int initialCredits() {
    return INITIAL_CREDITS;
  }

  @Override
  public MessageProcessedCallback start(ConsumerFlowStrategy.Context chunk) {
    try {
      Assembly assembly = assembly();
      lock.lock();
      try {
        requireNothingDropped();
        if (awaitsFirstChunk) {
          awaitsFirstChunk = false;
          credits.beginSubscription();
        }
        long chunkEnd = chunk.chunkId() + chunk.messageCount();
        credits.arrived(chunk, chunkEnd >= range.until());
        assembly.begin(subscriptions, chunkEnd, emptyChunk());
      } finally {
        lock.unlock();
      }
    } catch (Throwable e) {
      fail(e);
    }
    return this::skipped;
  }

  /**
   * The client steps over messages below the offset that was asked for; that may be all there are.
   */
  private void skipped(MessageHandler.Context message) {
    Assembly assembly = assembly();
    if (message.offset() + 1 == assembly.end()) {
      deliver(assembly.finish());
    }
  }

  @Override
  public void handle(MessageHandler.Context context, Message message) {
    try {
      Assembly assembly = assembly();
      assembly.add((IncomingMessage) message, context.offset(), context.timestamp());
      if (context.offset() + 1 == assembly.end()) {
        deliver(assembly.finish());
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  private Assembly assembly() {
    Assembly current = latest;
    if (current == null || current.owner() != Thread.currentThread()) {
      current = assemblies.computeIfAbsent(Thread.currentThread(), Assembly::new);
      latest = current;
    }
    return current;
  }

  /** After a reconnection chunks may come twice; each is passed on once, in order. */
  private void deliver(ChunkBytes chunk) {
    lock.lock();
    try {
      if (chunk.nextOffset() <= nextOffset) {
        keepSpare(chunk);
      } else {
        nextOffset = chunk.nextOffset();
        ready.add(chunk);
        credits.hold(chunk.heldBytes());
        changed.signalAll();
      }
      credits.extend();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What an earlier subscription left unfinished is delivered again; what this one left is lost.
   */
  private void requireNothingDropped() {
    for (Assembly assembly : assemblies.values()) {
      if (assembly.isUnfinished(subscriptions)) {
        throw incompleteChunk(assembly);
      }
    }
  }

  private RabbitStreamsException incompleteChunk(Assembly assembly) {
    return new RabbitStreamsException(
        ErrorCode.INCOMPLETE_CHUNK,
        ("The client dropped messages of the stream '%s' somewhere below offset %d: its log says why"
                + " (a failed checksum or decompression, most likely). Reading again helps if it was"
                + " the connection; else the chunk is damaged on the broker.")
            .formatted(range.stream(), assembly.end()));
  }

  void fail(Throwable cause) {
    lock.lock();
    try {
      if (failure == null) {
        failure = cause;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next chunk, or nothing if none comes within the time. */
  ChunkBytes take(long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeoutNanos;
      while (ready.isEmpty() && failure == null && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (ready.isEmpty()) {
        throwFailure();
        requireNothingDropped();
      }
      return ready.poll();
    } finally {
      lock.unlock();
    }
  }

  private void throwFailure() {
    if (failure instanceof RabbitStreamsException known) {
      throw known;
    }
    if (failure != null) {
      throw new RabbitStreamsException(
          ErrorCode.INTERNAL_FAILURE,
          "Receiving messages failed: %s. Please report this. %s".formatted(failure, range),
          failure);
    }
  }

  /** Gives a chunk back once its last row was taken. */
  void recycle(ChunkBytes chunk) {
    lock.lock();
    try {
      credits.release(chunk.heldBytes());
      keepSpare(chunk);
      credits.extend();
    } finally {
      lock.unlock();
    }
  }

  private ChunkBytes emptyChunk() {
    ChunkBytes chunk = spare.poll();
    if (chunk == null) {
      return new ChunkBytes();
    }
    spareBytes -= chunk.heldBytes();
    return chunk;
  }

  private void keepSpare(ChunkBytes chunk) {
    if (!chunk.isOversized() && spareBytes + chunk.heldBytes() <= byteBudget) {
      spareBytes += chunk.heldBytes();
      spare.add(chunk);
    }
  }
}
