package org.sparkrabbit.read;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.plan.StreamOffsets;

/**
 * The place that Spark gives to one source of a query in its checkpoint. Spark keeps where each
 * batch ends, but not where the first one began; that is kept here, or a first batch that is
 * repeated could begin elsewhere.
 */
final class QueryCheckpoint {
  private static final String VERSION = "v1";

  private final Path place;

  /** The location ends with the number of the source, as in {@code …/sources/0}. */
  QueryCheckpoint(String location) {
    this.place = new Path(location);
  }

  /**
   * A name that the source keeps over restarts: the id of the query, with the number of the source
   * where it has several.
   */
  String sourceName() {
    Path metadata = new Path(place.getParent().getParent(), "metadata");
    String text = reading(metadata).orElse("{}");
    try {
      JsonObject members = JsonParser.parseString(text).getAsJsonObject();
      String id = members.has("id") ? members.get("id").getAsString() : idOf(metadata);
      return place.getName().equals("0") ? id : id + "-" + place.getName();
    } catch (JsonParseException | IllegalStateException e) {
      throw unusable(metadata, text, e);
    }
  }

  private static String idOf(Path path) {
    return UUID.nameUUIDFromBytes(path.toString().getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Where the query began, if it has begun. */
  Optional<StartOfQuery> beginning() {
    return reading(beginningFile()).map(this::parsed);
  }

  private StartOfQuery parsed(String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length < 2 || !lines[0].equals(VERSION)) {
      throw unusable(beginningFile(), text, null);
    }
    try {
      boolean hasTimes = lines.length > 2 && !lines[2].isEmpty();
      return new StartOfQuery(
          StreamOffsets.parse(lines[1]),
          hasTimes ? StreamOffsets.parse(lines[2]) : StartOfQuery.NO_TIMES);
    } catch (IllegalArgumentException e) {
      throw unusable(beginningFile(), text, e);
    }
  }

  /** Keeps where the query begins. The file appears whole, or not at all. */
  void begin(StartOfQuery start) {
    Path file = beginningFile();
    Path unfinished = new Path(place, "." + file.getName() + "." + UUID.randomUUID());
    try {
      FileSystem files = file.getFileSystem(configuration());
      try (OutputStream out = files.create(unfinished, false)) {
        String times = start.times().next().isEmpty() ? "" : start.times().json() + "\n";
        String text = VERSION + "\n" + start.offsets().json() + "\n" + times;
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      if (!files.rename(unfinished, file)) {
        throw new IOException("it could not be renamed from " + unfinished);
      }
    } catch (IOException e) {
      throw unreachable("write", file, e);
    }
  }

  private Path beginningFile() {
    return new Path(place, "beginning");
  }

  private static Optional<String> reading(Path path) {
    try {
      FileSystem files = path.getFileSystem(configuration());
      if (!files.exists(path)) {
        return Optional.empty();
      }
      try (InputStream in = files.open(path)) {
        return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw unreachable("read", path, e);
    }
  }

  /** With all that the session says of file systems, which is more than the context knows. */
  private static Configuration configuration() {
    return SparkSession.active().sessionState().newHadoopConf();
  }

  private static RabbitStreamsException unreachable(String what, Path path, IOException cause) {
    if (isInterruption(cause)) {
      return new RabbitStreamsException(
          ErrorCode.INTERRUPTED, "Interrupted at the file " + path + " of the checkpoint", cause);
    }
    return new RabbitStreamsException(
        ErrorCode.CHECKPOINT_UNREACHABLE,
        ("The file %s of the checkpoint could not be %s: %s. Check that the driver may %s there, then"
                + " start the query again.")
            .formatted(path, what.equals("read") ? "read" : "written", cause, what),
        cause);
  }

  /** File systems say it in several ways, and one of them serves for time-outs, too. */
  private static boolean isInterruption(IOException failure) {
    return Thread.currentThread().isInterrupted()
        || failure instanceof InterruptedIOException
            && !(failure instanceof SocketTimeoutException);
  }

  private static RabbitStreamsException unusable(Path path, String text, Exception cause) {
    return new RabbitStreamsException(
        ErrorCode.CHECKPOINT_UNUSABLE,
        ("The file %s of the checkpoint does not hold what this connector or Spark wrote: %s. Restore"
                + " it, or begin with a new checkpoint.")
            .formatted(path, text),
        cause);
  }
}
