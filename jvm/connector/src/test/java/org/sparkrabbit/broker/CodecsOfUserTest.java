package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.rabbitmq.stream.compression.Compression;
import com.rabbitmq.stream.compression.CompressionCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.sparkrabbit.errors.RabbitStreamsException;
import org.sparkrabbit.extension.CompressionCodecs;

class CodecsOfUserTest {
  private final CodecsOfUser codecs = new CodecsOfUser("com.example.OnlyGzip", new OnlyGzip());

  private static final class OnlyGzip implements CompressionCodecs {
    @Override
    public OutputStream compressing(Algorithm algorithm, OutputStream compressed)
        throws IOException {
      if (algorithm != Algorithm.GZIP) {
        throw new IOException("not installed");
      }
      return new GZIPOutputStream(compressed);
    }

    @Override
    public InputStream decompressing(Algorithm algorithm, InputStream compressed)
        throws IOException {
      return new GZIPInputStream(compressed);
    }
  }

  @Test
  void what_is_compressed_is_decompressed() throws IOException {
    CompressionCodec gzip = codecs.get(Compression.GZIP);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream output = gzip.compress(compressed)) {
      output.write(new byte[] {1, 2, 3});
    }
    InputStream input = gzip.decompress(new ByteArrayInputStream(compressed.toByteArray()));
    assertArrayEquals(new byte[] {1, 2, 3}, input.readAllBytes());
    assertEquals(Compression.GZIP.code(), gzip.code());
  }

  @Test
  void the_class_that_fails_is_named() {
    CompressionCodec zstd = codecs.get(Compression.ZSTD);
    RabbitStreamsException thrown =
        assertThrows(
            RabbitStreamsException.class, () -> zstd.compress(new ByteArrayOutputStream()));
    assertEquals(
        "[RABBITMQ_STREAMS.EXTENSION_FAILED] The class com.example.OnlyGzip of the option"
            + " compressionCodecFactoryClass could not compress with ZSTD: java.io.IOException: not"
            + " installed.",
        thrown.getMessage());
  }
}
