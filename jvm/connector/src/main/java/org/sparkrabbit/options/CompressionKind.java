package org.sparkrabbit.options;

/** How entries of several messages are compressed. */
public enum CompressionKind {
  NONE,
  GZIP,
  SNAPPY,
  LZ4,
  ZSTD
}
