package com.example.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.sparkrabbit.extension.CompressionCodecs;

/** Compresses with gzip at its fastest level, and knows no other algorithm. */
public final class FastGzip implements CompressionCodecs {
  @Override
  public OutputStream compressing(Algorithm algorithm, OutputStream compressed)
      throws IOException {
    requireGzip(algorithm);
    return new GZIPOutputStream(compressed) {
      {
        def.setLevel(Deflater.BEST_SPEED);
      }
    };
  }

  @Override
  public InputStream decompressing(Algorithm algorithm, InputStream compressed)
      throws IOException {
    requireGzip(algorithm);
    return new GZIPInputStream(compressed);
  }

  private static void requireGzip(Algorithm algorithm) throws IOException {
    if (algorithm != Algorithm.GZIP) {
      throw new IOException("this company compresses with gzip only, not with " + algorithm);
    }
  }
}
