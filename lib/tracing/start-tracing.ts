import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { recordSpansBy } from "./traced";

/**
 * Sends spans to an OpenTelemetry collector, by OTLP over HTTP. Loaded only where one is set.
 *
 * @param endpoint - OTEL_EXPORTER_OTLP_ENDPOINT. The exporter, the sampler and the batches read the rest of the standard's
 *   variables themselves.
 * @returns how to stop: what was recorded is sent first.
 */
export function startTracing(endpoint: string): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": process.env.OTEL_SERVICE_NAME || "countersign" }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` })),
    ],
  });
  recordSpansBy(provider.getTracer("countersign"));
  return async () => {
    recordSpansBy(null);
    await provider.shutdown();
  };
}
