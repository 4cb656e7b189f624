package org.sparkrabbit.broker;

import com.rabbitmq.stream.compression.Compression;
import com.rabbitmq.stream.compression.CompressionCodec;
import com.rabbitmq.stream.compression.CompressionCodecFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.sparkrabbit.errors.ErrorCode;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.extension.CompressionCodecs;
import org.sparkrabbit.extension.CompressionCodecs.Algorithm;
import org.sparkrabbit.options.Extension;

/** Hands to the client what the class of {@code compressionCodecFactoryClass} does. */
record CodecsOfUser(String className, CompressionCodecs codecs) implements CompressionCodecFactory {
  private static final String OPTION = "compressionCodecFactoryClass";

  static CodecsOfUser named(String className) {
    return new CodecsOfUser(
        className, Extension.create(OPTION, className, CompressionCodecs.class));
  }

  /** Entries that are not compressed need no codec, and the client asks all the same. */
  @Override
  public CompressionCodec get(Compression compression) {
    return compression == Compression.NONE
        ? null
        : new Bridge(compression, Algorithm.valueOf(compression.name()));
  }

  RabbitStreamsException failed(String what, Object algorithm, Throwable cause) {
    return new RabbitStreamsException(
        ErrorCode.EXTENSION_FAILED,
        "The class %s of the option %s could not %s with %s: %s."
            .formatted(className, OPTION, what, algorithm, cause),
        cause);
  }

  private final class Bridge implements CompressionCodec {
    private final Compression compression;
    private final Algorithm algorithm;

    Bridge(Compression compression, Algorithm algorithm) {
      this.compression = compression;
      this.algorithm = algorithm;
    }

    @Override
    public int maxCompressedLength(int uncompressed) {
      throw new UnsupportedOperationException("Buffers grow with what is compressed");
    }

    @Override
    public OutputStream compress(OutputStream compressed) {
      try {
        return codecs.compressing(algorithm, compressed);
      } catch (IOException | RuntimeException e) {
        throw failed("compress", algorithm, e);
      }
    }

    @Override
    public InputStream decompress(InputStream compressed) {
      try {
        return codecs.decompressing(algorithm, compressed);
      } catch (IOException | RuntimeException e) {
        throw failed("decompress", algorithm, e);
      }
    }

    @Override
    public byte code() {
      return compression.code();
    }
  }
}
