import { Inngest } from "inngest";
import { getEnv } from "@/lib/env";
import type { OutgoingEvent } from "@/lib/gateway/context";

/**
 * The one client. Which Inngest it speaks to (the cloud's, a self-hosted one, the embedded engine) is the environment's
 * business alone: INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY.
 */
let client: Inngest | null = null;

export function getInngest(): Inngest {
  if (client) return client;
  const env = getEnv();
  client = new Inngest({
    id: "countersign",
    ...(env.INNGEST_BASE_URL ? { baseUrl: env.INNGEST_BASE_URL } : {}),
    ...(env.INNGEST_EVENT_KEY ? { eventKey: env.INNGEST_EVENT_KEY } : {}),
    ...(env.INNGEST_SIGNING_KEY ? { signingKey: env.INNGEST_SIGNING_KEY } : {}),
  });
  return client;
}

/** Takes another client in its place: tests bring one that reaches an engine in their own process. */
export function useInngest(given: Inngest): void {
  client = given;
}

/** Hands events over; resolves once Inngest has accepted them. @throws whatever the transport throws: the outbox keeps them. */
export async function sendEvents(events: readonly OutgoingEvent[]): Promise<void> {
  await getInngest().send(events.map(({ id, name, data }) => ({ id, name, data })));
}
