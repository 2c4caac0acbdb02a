/** This room holds the work that Inngest carries: events, and one function per verb of the same name. */

import { Inngest } from "inngest";
import { getEnv } from "@/lib/env";
import type { OutgoingEvent } from "@/lib/gateway/context";

/**
 * The process's only Inngest client. INNGEST_BASE_URL, INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY select its server: the
 * cloud, a self-hosted one or the embedded engine.
 */
let client: Inngest | null = null;

/** As the process began: Next replaces it by one that traces each request and asks a cache, and somebody waits for a push's. */
const plainFetch = globalThis.fetch;

export function getInngest(): Inngest {
  if (client) return client;
  const env = getEnv();
  client = new Inngest({
    id: "countersign",
    fetch: plainFetch,
    ...(env.INNGEST_BASE_URL ? { baseUrl: env.INNGEST_BASE_URL } : {}),
    ...(env.INNGEST_EVENT_KEY ? { eventKey: env.INNGEST_EVENT_KEY } : {}),
    ...(env.INNGEST_SIGNING_KEY ? { signingKey: env.INNGEST_SIGNING_KEY } : {}),
  });
  return client;
}

/** Replaces the client. Tests pass one that reaches an engine in their own process. */
export function useInngest(replacement: Inngest): void {
  client = replacement;
}

/**
 * Sends events; resolves when Inngest has accepted them. @throws the transport's error; the outbox keeps the events.
 */
export async function sendEvents(events: readonly OutgoingEvent[]): Promise<void> {
  await getInngest().send(events.map(({ id, name, data }) => ({ id, name, data })));
}
