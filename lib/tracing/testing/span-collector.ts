import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { startTracing } from "@/lib/tracing/start-tracing";

interface Value {
  intValue?: number;
  stringValue?: string;
  boolValue?: boolean;
}
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  links: { traceId: string; spanId: string }[];
  status: { code?: number; message?: string };
}

/** A collector of OpenTelemetry's on this machine. */
export async function openSpanCollector() {
  /** Each body as it came. */
  const received: string[] = [];
  const spans: Span[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString();
      received.push(text);
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: some }) => some)));
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  afterAll(() => void collector.close());
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  return {
    received,
    spans,
    reset: () => {
      received.length = 0;
      spans.length = 0;
    },
    /** Records the work as a process that is started, works and is stopped. */
    inProcess: async <T>(work: () => Promise<T>): Promise<T> => {
      const stop = startTracing(endpoint);
      return work().finally(stop);
    },
    /** The only one of its name. */
    spanOf: (name: string): Span => {
      const found = spans.filter((span) => span.name === name);
      expect(found, name).toHaveLength(1);
      return found[0]!;
    },
  };
}

export const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));
