package org.sparkrabbit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows of ARCHITECTURE.md, held to be true. */
class ArchitectureTest {
  private static final Map<String, Set<String>> MAY_USE =
      Map.of(
          "extension", Set.of(),
          "metrics", Set.of(),
          "errors", Set.of(),
          "plan", Set.of("errors"),
          "rows", Set.of("errors", "extension"),
          "options", Set.of("errors", "plan"),
          "broker", Set.of("errors", "extension", "plan", "options"),
          "read", Set.of("errors", "extension", "metrics", "plan", "rows", "options", "broker"),
          "write", Set.of("errors", "extension", "metrics", "plan", "rows", "options", "broker"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sparkrabbit");

  @TestFactory
  List<DynamicTest> every_package_uses_only_those_below_it() {
    return MAY_USE.entrySet().stream()
        .map(arrow -> DynamicTest.dynamicTest(arrow.getKey(), () -> check(arrow)))
        .toList();
  }

  private static void check(Map.Entry<String, Set<String>> arrow) {
    Set<String> forbidden = new TreeSet<>(MAY_USE.keySet());
    forbidden.removeAll(arrow.getValue());
    forbidden.remove(arrow.getKey());
    forbidden.add("realtime");
    noClasses()
        .that()
        .resideInAPackage("org.sparkrabbit." + arrow.getKey() + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            forbidden.stream().map(name -> "org.sparkrabbit." + name + "..").toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void packages_form_no_cycle() {
    slices().matching("org.sparkrabbit.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void planning_knows_neither_broker_nor_spark() {
    noClasses()
        .that()
        .resideInAPackage("org.sparkrabbit.plan..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.spark..", "com.rabbitmq..", "io.netty..")
        .check(CLASSES);
  }

  @Test
  void only_the_broker_package_opens_connections() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.sparkrabbit.broker..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.rabbitmq.stream.impl..", "io.netty..")
        .check(CLASSES);
  }
}
