package org.sparkrabbit.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBufferTest {
  private final RowBuffer buffer = new RowBuffer();

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    for (int index = 0; index < count; index++) {
      bytes[index] = (byte) ~index;
    }
    return bytes;
  }

  /** What lies behind a value in the source is not in the row, whether there is any or not. */
  @Test
  void a_value_is_followed_by_zeros_to_the_end_of_its_last_word() {
    for (int size = 0; size <= 80; size++) {
      for (int behind : new int[] {0, 1, 7, 8, 40}) {
        byte[] source = bytes(3 + size + behind);
        buffer.clear();
        buffer.append(bytes(100), 0, 100);
        buffer.clear();
        buffer.append(source, 3, size);
        int whole = (size + 7) / 8 * 8;
        assertEquals(whole, buffer.length());
        byte[] expected = Arrays.copyOf(Arrays.copyOfRange(source, 3, 3 + size), whole);
        assertArrayEquals(expected, Arrays.copyOf(buffer.bytes(), whole), size + " bytes");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 15})
  void what_no_array_holds_is_refused_before_anything_is_written(int size) {
    buffer.claim(8);
    assertThrows(ArithmeticException.class, () -> buffer.claim(size));
    assertEquals(8, buffer.length());
  }
}
