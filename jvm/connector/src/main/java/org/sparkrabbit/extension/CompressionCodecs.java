package org.sparkrabbit.extension;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Compresses and decompresses batches of messages in place of the built-in codecs. Named by the
 * option {@code compressionCodecFactoryClass}; one instance serves all connections that name it, on
 * several threads.
 */
public interface CompressionCodecs {
  /** What the stream protocol knows. */
  enum Algorithm {
    GZIP,
    SNAPPY,
    LZ4,
    ZSTD
  }

  OutputStream compressing(Algorithm algorithm, OutputStream compressed) throws IOException;

  InputStream decompressing(Algorithm algorithm, InputStream compressed) throws IOException;
}
