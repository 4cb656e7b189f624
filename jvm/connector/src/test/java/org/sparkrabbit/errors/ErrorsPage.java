package org.sparkrabbit.errors;

import static org.sparkrabbit.Markdown.code;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Markdown;

/** The page of all failures: {@code docs/errors.md}. */
public final class ErrorsPage implements GeneratedPage {
  private static final String INTRODUCTION =
      """
      # Errors

      %s
      Every failure of the connector begins with a code, as in `[RABBITMQ_STREAMS.STREAM_NOT_FOUND]`, and goes on with
      what happened, where, which value, why, and what to do. Codes are stable, and scripts may match on them;
      [Troubleshooting](guide/troubleshooting.md) shows how, and what else may be in the way.

      **Again** says whether the same call can succeed without a change, and how soon. The connector itself tries to
      connect again where that can help: for 15 seconds, while a query reads for `maxWaitMs`, and while it writes for
      `publisherConfirmTimeoutMs`; the last attempt may end a little later. Spark runs a failed task again whatever its
      code is, up to `spark.task.maxFailures`.

      **On a write** the message ends with what may be visible of the task: nothing was sent; rows before it are or may
      become visible; or, while it waited for confirms, nobody can tell which of the unconfirmed ones are. A task that
      has committed does not fail any more: a commit means that the broker has confirmed every row of it.

      In Java, what is wrong with options comes as `InvalidOptionsException`, an `IllegalArgumentException`, and every
      other failure as `RabbitStreamsException`, also where only a task finds out that an option cannot be used there;
      both are a `Failure`, whose `code()` gives the constant.

      """;

  @Override
  public String path() {
    return "docs/errors.md";
  }

  @Override
  public String text() {
    return INTRODUCTION.formatted(Markdown.GENERATED)
        + Markdown.table(
            List.of("code", "category", "again"),
            Arrays.stream(ErrorCode.values()).map(ErrorsPage::row).toList())
        + Arrays.stream(ErrorCode.values()).map(ErrorsPage::section).collect(Collectors.joining());
  }

  private static List<String> row(ErrorCode code) {
    String anchor = code.name().toLowerCase(Locale.ROOT);
    return List.of(
        "[%s](#%s)".formatted(code(code.name()), anchor), phrase(code.category()), again(code));
  }

  private static String phrase(Category category) {
    return category.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String again(ErrorCode code) {
    return switch (code.retry()) {
      case NEVER -> "no";
      case FAST -> "at once";
      case NORMAL -> "within seconds";
      case SLOW -> "within minutes";
    };
  }

  private static String section(ErrorCode code) {
    return "\n## %s\n\n%s\n\n**What to do.** %s\n"
        .formatted(code.name(), code.cause(), code.remedy());
  }
}
