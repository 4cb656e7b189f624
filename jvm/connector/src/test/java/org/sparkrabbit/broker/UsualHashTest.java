package org.sparkrabbit.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MurmurHash3, 32 bits, x86, of the UTF-8 bytes, with the seed 104729. */
class UsualHashTest {
  private final UsualHash usual = new UsualHash();

  @ParameterizedTest
  @CsvSource({"hello, 1321743225", "brave, 3825276426", "new, 2970740106", "world, 2453398188"})
  void words_have_the_hashes_that_the_java_client_tests(String key, long hash) {
    assertEquals(hash, Integer.toUnsignedLong(usual.hash(key)));
  }

  @ParameterizedTest
  @CsvSource({
    "hello1, 1",
    "hello2, 0",
    "hello3, 1",
    "hello4, 2",
    "hello5, 0",
    "hello6, 2",
    "hello7, 0",
    "hello8, 1",
    "hello9, 0",
    "hello10, 2",
    "hello88, 1"
  })
  void keys_have_the_partitions_of_three_that_the_java_go_and_net_clients_test(
      String key, int partition) {
    assertEquals(partition, Integer.remainderUnsigned(usual.hash(key), 3));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 3329588566",
    "a, 1086686554",
    "ab, 398604456",
    "abc, 3409700625",
    "abcd, 3421720556",
    "é, 2922484690",
    "ключ, 562234309",
    "日本, 2230178032",
    "🐇, 11387923",
    "'ключ 17', 2587679289"
  })
  void keys_of_any_length_and_script_have_the_hashes_of_the_mmh3_library(String key, long hash) {
    assertEquals(hash, Integer.toUnsignedLong(usual.hash(key)));
  }
}
