package org.sparkrabbit.rows;

import static org.sparkrabbit.Markdown.code;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.sparkrabbit.GeneratedPage;
import org.sparkrabbit.Markdown;

/** The page of all columns: {@code docs/columns.md}. */
public final class ColumnsPage implements GeneratedPage {
  @Override
  public String path() {
    return "docs/columns.md";
  }

  @Override
  public String text() {
    return """
        # Columns

        %s
        ## Of a read

        [Read](guide/read.md#columns) says how the values come about. The option `metadataFields` chooses among those that
        may be null.

        %s
        ## Of a write

        Columns are found by their names, in any case and order; all but `value` may be missing, or null in a row.
        [Write](guide/write.md#columns) says what is refused.

        %s
        ## Fields of `properties`

        The same for a read and a write, where a struct may have some of them. Each may be null.

        %s"""
        .formatted(Markdown.GENERATED, source(), sink(), properties());
  }

  private static String source() {
    return Markdown.table(
        List.of("column", "type", "null", "content"),
        Arrays.stream(SourceColumn.values())
            .map(
                column ->
                    List.of(
                        code(column.columnName()),
                        type(column),
                        column.isMetadata() ? "may be" : "never",
                        column.sentence()))
            .toList());
  }

  private static String type(SourceColumn column) {
    return code(column.type() instanceof StructType ? "struct" : column.type().simpleString());
  }

  private static String sink() {
    return Markdown.table(
        List.of("column", "type", "written as"),
        Arrays.stream(SinkColumn.values())
            .map(
                column ->
                    List.of(code(column.columnName()), code(column.typeName()), column.sentence()))
            .toList());
  }

  private static String properties() {
    return Markdown.table(
        List.of("field", "type"),
        PropertyField.ALL.stream()
            .map(
                field ->
                    List.of(code(field.fieldName()), code(field.type().dataType().simpleString())))
            .toList());
  }
}
