package org.sparkrabbit.broker;

import com.rabbitmq.stream.compression.Compression;
import com.rabbitmq.stream.compression.CompressionCodecFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.sparkrabbit.errors.RabbitStreamsException;

/** Decompresses batches of messages, with the codecs of Spark or of the user. */
public final class Decompression {
  /** What the client's own readers take; a batch that claims more is not worth its memory. */
  private static final int LARGEST = 64 * 1024 * 1024;

  private final CompressionCodecFactory codecs;

  public Decompression(CompressionCodecFactory codecs) {
    this.codecs = codecs;
  }

  /**
   * Decompresses {@code length} bytes from {@code start} to {@code size} bytes at the head of an
   * array: {@code into}, if it is large enough. Fails where the bytes are not what they claim to
   * be.
   */
  public byte[] decompress(
      int algorithm, byte[] compressed, int start, int length, byte[] into, int size)
      throws IOException {
    if (size < 0 || size > LARGEST) {
      throw new IOException("it claims to hold %d bytes".formatted(Integer.toUnsignedLong(size)));
    }
    byte[] target = size <= into.length ? into : new byte[size];
    try (InputStream plain =
        codecs
            .get(Compression.get((byte) algorithm))
            .decompress(new ByteArrayInputStream(compressed, start, length))) {
      if (plain.readNBytes(target, 0, size) < size) {
        throw new IOException("it holds less than it claims");
      }
      return target;
    } catch (RabbitStreamsException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      throw new IOException(e.toString(), e);
    }
  }
}
