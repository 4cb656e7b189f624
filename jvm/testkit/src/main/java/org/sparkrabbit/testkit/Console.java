package org.sparkrabbit.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs commands and answers each with one line of JSON, so that one warm JVM serves many runs.
 *
 * <p>Commands come from the arguments (one command, whose failure is the exit code) or, where there
 * are none, line by line from the standard input until it ends.
 */
final class Console {

  interface Program {
    String run(Command command) throws Exception;
  }

  private final Program program;
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  Console(Program program) {
    this.program = program;
  }

  /** Returns the exit code. */
  int run(String[] words) throws IOException {
    if (words.length > 0) {
      return answer(String.join(" ", words)) ? 0 : 1;
    }
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      answer(line);
    }
    return 0;
  }

  private boolean answer(String line) {
    try {
      out.println(program.run(Command.parse(line)));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      out.println(error(e));
      return false;
    } catch (Exception e) {
      out.println(error(e));
      return false;
    }
  }

  private static String error(Exception e) {
    String text = e.getMessage() == null ? e.toString() : e.getMessage();
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
    return "{\"error\": \"" + escaped + "\"}";
  }
}
