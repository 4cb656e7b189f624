package org.sparkrabbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One jar serves every Spark while it touches only what every Spark has. The class files tell what
 * is touched.
 */
class SparkTypesTest {
  private static final Set<String> ALLOWED_PACKAGES =
      Set.of(
          "org.apache.spark.sql.connector.catalog",
          "org.apache.spark.sql.connector.distributions",
          "org.apache.spark.sql.connector.expressions",
          "org.apache.spark.sql.connector.expressions.filter",
          "org.apache.spark.sql.connector.metric",
          "org.apache.spark.sql.connector.read",
          "org.apache.spark.sql.connector.read.streaming",
          "org.apache.spark.sql.connector.write",
          "org.apache.spark.sql.connector.write.streaming",
          "org.apache.spark.sql.types",
          // What a reader of columns gives: since Spark 2.3 a part of the connectors' interface.
          "org.apache.spark.sql.vectorized");

  private static final Set<String> ALLOWED_TYPES =
      Set.of(
          "org.apache.spark.sql.catalyst.InternalRow",
          "org.apache.spark.sql.catalyst.expressions.GenericInternalRow",
          "org.apache.spark.sql.catalyst.expressions.UnsafeMapData",
          "org.apache.spark.sql.catalyst.expressions.UnsafeRow",
          "org.apache.spark.sql.catalyst.util.ArrayData",
          "org.apache.spark.sql.catalyst.util.MapData",
          "org.apache.spark.sql.RuntimeConfig",
          "org.apache.spark.sql.SparkSession",
          "org.apache.spark.sql.internal.SessionState",
          "org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend",
          "org.apache.spark.sql.sources.DataSourceRegister",
          "org.apache.spark.sql.util.CaseInsensitiveStringMap",
          "org.apache.spark.unsafe.Platform",
          "org.apache.spark.unsafe.types.UTF8String");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sparkrabbit");

  @Test
  void only_stable_types_of_spark_are_touched() {
    Set<String> others =
        touchedTypes()
            .filter(type -> type.getPackageName().startsWith("org.apache.spark"))
            .filter(type -> !ALLOWED_PACKAGES.contains(type.getPackageName()))
            .map(JavaClass::getName)
            .filter(name -> !ALLOWED_TYPES.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), others);
  }

  @Test
  void no_signature_has_a_type_of_scala() {
    Set<String> scala =
        touchedTypes()
            .map(JavaClass::getName)
            .filter(name -> name.startsWith("scala."))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), scala);
  }

  @Test
  void the_test_sees_the_classes() {
    assertFalse(
        touchedTypes()
            .filter(type -> type.getName().equals("org.apache.spark.sql.catalyst.InternalRow"))
            .findAny()
            .isEmpty());
  }

  private static Stream<JavaClass> touchedTypes() {
    return CLASSES.stream()
        .flatMap(
            type ->
                Stream.concat(
                    type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType()),
                    type.getAccessesFromSelf().stream().flatMap(SparkTypesTest::signature)));
  }

  /** The types in the signatures of what is called, which need not be named in the source. */
  private static Stream<JavaClass> signature(JavaAccess<?> access) {
    return Stream.concat(
        Stream.of(access.getTargetOwner()),
        access.getTarget()
                instanceof com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget call
            ? Stream.concat(
                call.getRawParameterTypes().stream().map(JavaClass::getBaseComponentType),
                Stream.of(call.getRawReturnType().getBaseComponentType()))
            : Stream.empty());
  }
}
