package org.sparkrabbit.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Asks about several streams at the same time. */
final class Concurrently {
  private static final int AT_ONCE = 8;

  private Concurrently() {}

  /** The answers in the order of the questions; the first failure is thrown. */
  static <Q, A> List<A> each(List<Q> questions, Function<Q, A> ask) {
    if (questions.size() < 2) {
      return questions.stream().map(ask).toList();
    }
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(AT_ONCE, questions.size()));
    try {
      List<Callable<A>> calls = new ArrayList<>();
      questions.forEach(question -> calls.add(() -> ask.apply(question)));
      List<A> answers = new ArrayList<>();
      for (Future<A> answer : threads.invokeAll(calls)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RabbitStreamsException(
          ErrorCode.INTERRUPTED, "Interrupted while asking the broker about streams", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
