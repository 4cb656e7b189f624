package org.sparkrabbit.options;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, given as such or in a unit of a thousand, a million and so on. */
final class Size {
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,19}) ?(kb|mb|gb|tb|)", Pattern.CASE_INSENSITIVE);
  private static final List<String> UNITS = List.of("", "kb", "mb", "gb", "tb");

  private Size() {}

  static Kind<Long> from(long least, long most) {
    String bounds =
        most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most;
    return new Kind<>(
        "size",
        List.of(least, most),
        "must be a number of bytes " + bounds + ", as such or in kb, mb, gb or tb (500mb)",
        "int | str",
        text -> parse(text, least, most));
  }

  private static long parse(String text, long least, long most) {
    Matcher form = FORM.matcher(text.trim());
    Kind.required(form.matches(), text);
    BigInteger unit =
        BigInteger.valueOf(1000).pow(UNITS.indexOf(form.group(2).toLowerCase(Locale.ROOT)));
    BigInteger bytes = new BigInteger(form.group(1)).multiply(unit);
    boolean isWithin =
        bytes.compareTo(BigInteger.valueOf(least)) >= 0
            && bytes.compareTo(BigInteger.valueOf(most)) <= 0;
    return Kind.required(isWithin, bytes).longValue();
  }
}
