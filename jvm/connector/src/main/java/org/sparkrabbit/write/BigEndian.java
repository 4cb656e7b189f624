package org.sparkrabbit.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in the order of the network. */
final class BigEndian {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private BigEndian() {}

  private static VarHandle view(Class<?> numbers) {
    return MethodHandles.byteArrayViewVarHandle(numbers, ByteOrder.BIG_ENDIAN);
  }

  static void putShort(byte[] target, int at, int value) {
    SHORTS.set(target, at, (short) value);
  }

  static void putInt(byte[] target, int at, int value) {
    INTS.set(target, at, value);
  }

  static void putLong(byte[] target, int at, long value) {
    LONGS.set(target, at, value);
  }

  static long getLong(byte[] source, int at) {
    return (long) LONGS.get(source, at);
  }
}
