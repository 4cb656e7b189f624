package org.sparkrabbit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sparkrabbit.errors.ErrorsPage;
import org.sparkrabbit.errors.PythonCodes;
import org.sparkrabbit.metrics.MetricsPage;
import org.sparkrabbit.options.OptionsPage;
import org.sparkrabbit.options.PythonSignatures;
import org.sparkrabbit.options.PythonTable;
import org.sparkrabbit.rows.ColumnsPage;

/** What is generated is in the repository as the code has it; {@code make generate} sees to it. */
class GeneratedPagesTest {
  private static final List<GeneratedPage> PAGES =
      List.of(
          new OptionsPage(),
          new ColumnsPage(),
          new ErrorsPage(),
          new MetricsPage(),
          new PythonTable(),
          new PythonSignatures(),
          new PythonCodes());

  @TestFactory
  List<DynamicTest> a_generated_file_says_what_the_code_says() {
    return PAGES.stream()
        .map(page -> DynamicTest.dynamicTest(page.path(), () -> compare(page)))
        .toList();
  }

  private static void compare(GeneratedPage page) throws IOException {
    Path file = root().resolve(page.path());
    if (Boolean.getBoolean("generate")) {
      Files.writeString(file, page.text());
    }
    String written = Files.exists(file) ? Files.readString(file) : "";
    assertEquals(
        page.text(),
        written,
        page.path() + " is not what the code says; `make generate` writes it");
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("Makefile"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
