package org.sparkrabbit.broker;

import com.rabbitmq.stream.Constants;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkrabbit.options.Access;

/**
 * Tells whether what exists is what was asked for. A broker shows to nobody with which arguments a
 * stream was created; but when it is asked to create it once more, it says whether they are the
 * same. A process compares once, however many writes it makes.
 */
final class Comparison {
  private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);

  private static final int MOST_MEMORIES = 1_000;
  private static final Set<List<Object>> COMPARED = ConcurrentHashMap.newKeySet();

  /** The broker notes each wrong guess in its log. */
  private static final int MOST_GUESSES = 100;

  private static final String UNKNOWN =
      "arguments that the stream protocol does not tell (rabbitmqctl list_queues name arguments"
          + " shows them)";

  private static final String HIDDEN =
      "arguments that only a user with the permission configure can compare";

  private final Nodes nodes;
  private final Access access;

  Comparison(Nodes nodes, Access access) {
    this.nodes = nodes;
    this.access = access;
  }

  void ofStream(String stream, StreamArguments asked) {
    once(
        List.of(access.virtualHost(), access.endpoints(), stream, asked),
        () -> deviation(stream, asked).ifPresent(found -> warn("stream=" + stream, asked, found)));
  }

  /** Whether exactly this was compared before, and so is not about to change. */
  boolean knows(SuperStreamShape shape, List<String> partitions, StreamArguments asked) {
    return COMPARED.contains(memory(shape, partitions, asked));
  }

  private List<Object> memory(
      SuperStreamShape shape, List<String> partitions, StreamArguments asked) {
    return List.of(access.virtualHost(), access.endpoints(), shape, partitions, asked);
  }

  void ofSuperStream(SuperStreamShape shape, List<String> partitions, StreamArguments asked) {
    once(
        memory(shape, partitions, asked),
        () -> {
          List<String> found =
              Stream.concat(
                      shape.deviation(partitions, nodes.locator()).stream(),
                      deviation(partitions, asked).stream())
                  .toList();
          if (!found.isEmpty()) {
            warn("superstream=" + shape.name(), shape.with(asked), String.join("; ", found));
          }
        });
  }

  private static void once(List<Object> what, Runnable comparing) {
    if (COMPARED.size() < MOST_MEMORIES && !COMPARED.contains(what)) {
      comparing.run();
      COMPARED.add(what);
    }
  }

  /** Of the first partition that has one: they are created alike. */
  private Optional<String> deviation(List<String> partitions, StreamArguments asked) {
    return partitions.stream()
        .flatMap(
            partition ->
                deviation(partition, asked).map(found -> partition + " with " + found).stream())
        .findFirst();
  }

  /** The arguments of a stream in words, if they are others. Who asks for none compares none. */
  private Optional<String> deviation(String stream, StreamArguments asked) {
    if (asked.wishes().isEmpty()) {
      return Optional.empty();
    }
    NodeConnection node = nodes.locator();
    Iterator<StreamArguments> guesses = asked.guesses().limit(MOST_GUESSES).iterator();
    while (guesses.hasNext()) {
      StreamArguments guess = guesses.next();
      short answer = node.create(stream, guess.all());
      switch (answer) {
        // If it was deleted a moment ago, it is back now, and as guessed.
        case Constants.RESPONSE_CODE_OK, Constants.RESPONSE_CODE_STREAM_ALREADY_EXISTS -> {
          StreamArguments found = asked.foundIn(guess);
          return found.wishesTheSameAs(asked) ? Optional.empty() : Optional.of(found.toString());
        }
        case Constants.RESPONSE_CODE_ACCESS_REFUSED -> {
          return Optional.of(HIDDEN);
        }
        case Constants.RESPONSE_CODE_PRECONDITION_FAILED -> {}
        default ->
            throw StreamRefusal.of(
                answer, node.node(), "compare the stream '" + stream + "'", stream);
      }
    }
    return Optional.of(UNKNOWN);
  }

  private static void warn(String target, Object asked, String found) {
    LOG.warn(
        "{} exists otherwise than the options describe it. Asked for: {}. There is: {}. The write"
            + " goes on with what there is, which no write changes. Let the options say the same,"
            + " or delete it first.",
        target,
        asked,
        found);
  }
}
