/**
 * What users may implement. These types are stable, name no other type of the connector and none of
 * the RabbitMQ client, and are found by the class name that an option gives: the class must be
 * public, with a public constructor without arguments, on the class path of driver and executors.
 */
package org.sparkrabbit.extension;
