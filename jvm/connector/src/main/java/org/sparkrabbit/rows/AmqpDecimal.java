package org.sparkrabbit.rows;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Decimals of IEEE 754-2008, their coefficient encoded as a binary integer, as text. */
enum AmqpDecimal {
  DECIMAL_32(4, 8, 7, 101),
  DECIMAL_64(8, 10, 16, 398),
  DECIMAL_128(16, 14, 34, 6176);

  final int width;
  private final int exponentBits;
  private final BigInteger limit;
  private final int bias;

  AmqpDecimal(int width, int exponentBits, int digits, int bias) {
    this.width = width;
    this.exponentBits = exponentBits;
    this.limit = BigInteger.TEN.pow(digits);
    this.bias = bias;
  }

  String text(byte[] bytes, int start) {
    BigInteger bits = new BigInteger(1, bytes, start, width);
    int sign = 8 * width - 1;
    String minus = bits.testBit(sign) ? "-" : "";
    if (ones(bits, sign - 1, 4)) {
      return bits.testBit(sign - 5) ? "NaN" : minus + "Infinity";
    }
    boolean isLarge = ones(bits, sign - 1, 2);
    int coefficientBits = sign - exponentBits - (isLarge ? 2 : 0);
    BigInteger coefficient = low(bits, coefficientBits);
    if (isLarge) {
      coefficient = coefficient.setBit(coefficientBits + 2);
    }
    if (coefficient.compareTo(limit) >= 0) {
      // The standard reads what is no canonical coefficient as zero.
      coefficient = BigInteger.ZERO;
    }
    int exponent = low(bits.shiftRight(coefficientBits), exponentBits).intValue();
    return minus + new BigDecimal(coefficient, bias - exponent);
  }

  private static boolean ones(BigInteger bits, int highest, int count) {
    return low(bits.shiftRight(highest - count + 1), count).bitCount() == count;
  }

  private static BigInteger low(BigInteger bits, int count) {
    return bits.and(BigInteger.ONE.shiftLeft(count).subtract(BigInteger.ONE));
  }
}
