package org.sparkrabbit;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sparkrabbit.options.TableSettings;
import org.sparkrabbit.rows.SourceColumn;

/** What Spark finds under the name {@code rabbitmq_streams}. */
public final class RabbitStreamsProvider
    implements TableProvider, DataSourceRegister, SessionConfigSupport {
  public static final String SHORT_NAME = "rabbitmq_streams";

  @Override
  public String shortName() {
    return SHORT_NAME;
  }

  /** {@code spark.datasource.rabbitmq_streams.*} of a session are defaults of its options. */
  @Override
  public String keyPrefix() {
    return SHORT_NAME;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return schemaOf(TableSettings.of(options.asCaseSensitiveMap()));
  }

  static StructType schemaOf(TableSettings settings) {
    return SourceColumn.schema(settings.reading().metadataFields());
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new RabbitStreamsTable(TableSettings.of(properties));
  }
}
