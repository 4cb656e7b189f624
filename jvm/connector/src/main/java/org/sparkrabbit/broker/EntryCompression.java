package org.sparkrabbit.broker;

import com.rabbitmq.stream.compression.Compression;
import com.rabbitmq.stream.compression.CompressionCodec;
import com.rabbitmq.stream.compression.CompressionCodecFactory;
import com.rabbitmq.stream.compression.CompressionException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.options.CompressionKind;

/** Compresses entries of several messages, with a codec of Spark or of the user. */
public final class EntryCompression {
  private final CompressionKind kind;
  private final CompressionCodecFactory codecs;
  private final Compression algorithm;
  private final CompressionCodec codec;

  private EntryCompression(CompressionKind kind, CompressionCodecFactory codecs) {
    this.kind = kind;
    this.codecs = codecs;
    this.algorithm = Compression.valueOf(kind.name());
    this.codec = kind == CompressionKind.NONE ? null : codecs.get(algorithm);
  }

  static EntryCompression of(CompressionKind kind, CompressionCodecFactory codecs) {
    try {
      return new EntryCompression(kind, codecs);
    } catch (CompressionException | LinkageError e) {
      throw unusable(kind, e);
    }
  }

  public boolean isNone() {
    return codec == null;
  }

  /** How the protocol calls it. */
  public int code() {
    return algorithm.code();
  }

  public void compress(byte[] plain, int length, OutputStream compressed) {
    try (OutputStream compressing = codec.compress(compressed)) {
      compressing.write(plain, 0, length);
    } catch (RabbitStreamsException e) {
      throw e;
    } catch (IOException | RuntimeException | LinkageError e) {
      throw codecs instanceof CodecsOfUser ofUser
          ? ofUser.failed("compress", kind.name(), e)
          : unusable(kind, e);
    }
  }

  private static RabbitStreamsException unusable(CompressionKind kind, Throwable e) {
    return new RabbitStreamsException(
        ErrorCode.INVALID_OPTIONS,
        "compression=%s cannot be used in this process: %s. Choose another one."
            .formatted(kind.name().toLowerCase(Locale.ROOT), e.getMessage()),
        e);
  }
}
