import type http from "node:http";
import { afterAll } from "vitest";
import type { EndpointWithSecret } from "@/lib/contract/settings/webhooks";
import type { WebhookEvent } from "@/lib/core/webhook/webhook";
import type { Person } from "@/lib/core/access/principal";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { deliverWebhooks } from "@/lib/gateway/webhooks/deliver-webhooks";
import { createWebhookEndpoint } from "@/lib/gateway/webhooks/endpoints";
import { readWebhookDeliveries } from "@/lib/gateway/webhooks/deliveries";
import { type SenderOptions, createSender, verifyWebhook } from "@/lib/outbound";
import { RECEIVER_HOST, certificate, closeReceivers, receive } from "@/lib/outbound/testing/receiver";

/** A company, and a receiver over TLS at `hooks.example.com` that does as the test says. Its clock goes on with the database's. */

export interface ReceivedWebhook {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  event: { type: string; timestamp: string; data: { id: number; status: string; url: string; seq: number } };
}

/** Null: the receiver takes it with 204. */
export type Answer = (
  received: ReceivedWebhook,
) => { status: number; headers?: Record<string, string>; body?: string } | "hang" | "cut" | null;

export async function useWebhooks(sender: Partial<SenderOptions> = {}) {
  const ahead = { ms: 0 };
  const clock = clockAhead(ahead);
  const received: ReceivedWebhook[] = [];
  const state: { answer: Answer } = { answer: () => null };
  const port = await receive((request, response) => void answerTo(request, response, { received, state }));
  afterAll(closeReceivers);
  const senderWith = (more: Partial<SenderOptions>) =>
    createSender({
      ownUrls: ["https://countersign.example.com"],
      openAddresses: [{ host: RECEIVER_HOST, port }],
      clock,
      // Rings for tests alone, so that no machine is too slow.
      setAlarm: () => () => {},
      resolve: async () => ["127.0.0.1"],
      ca: certificate.cert,
      ...sender,
      ...more,
    });
  const world = await useWorld({ gateway: { clock, sender: senderWith({}) } });
  const { owner, gateway, admin, tenantId } = world;
  const urlOf = (path: string) => `https://${RECEIVER_HOST}:${port}/${path}`;
  const made: string[] = [];

  const create = async (
    events: WebhookEvent[] = ["proposal.created"],
    { by = admin, url }: { by?: Person; url?: string } = {},
  ): Promise<EndpointWithSecret & { path: string }> => {
    const path = `/${made.push(by.name)}`;
    const address = url ?? urlOf(path.slice(1));
    const person = await steppedUp(owner, by, "create_webhook_endpoint", address);
    const input = { url: address, events, description: "" };
    return { ...(await createWebhookEndpoint(person, input, gateway)), path };
  };

  return {
    world,
    owner,
    gateway,
    admin,
    tenantId,
    port,
    received,
    state,
    urlOf,
    senderWith,
    create,
    /** Time goes on, for the app alone. */
    pass: (seconds: number) => void (ahead.ms += seconds * 1_000),
    now: () => clock.now(),
    deliver: (of: number = tenantId) => deliverWebhooks(of, gateway),
    deliveries: async (id: number, by: Person = admin) =>
      (await readWebhookDeliveries(by, { id, limit: 100 }, gateway)).items,
    isSignedBy: (one: ReceivedWebhook, key: string): boolean =>
      verifyWebhook({ headers: new Headers(headersOf(one)), body: one.body, keys: [key], now: clock.now() })
        .ok,
    gotBy: ({ path }: { path: string }) => received.filter((one) => one.path === path),
    reset: () => {
      ahead.ms = 0;
      received.length = 0;
      state.answer = () => null;
    },
  };
}

export const headersOf = ({ headers }: ReceivedWebhook) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"]),
});

const clockAhead = (ahead: { ms: number }) => ({ now: () => new Date(Date.now() + ahead.ms) });

async function answerTo(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { received, state }: { received: ReceivedWebhook[]; state: { answer: Answer } },
): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const one: ReceivedWebhook = {
    path: request.url!,
    headers: request.headers,
    body,
    event: JSON.parse(body) as ReceivedWebhook["event"],
  };
  received.push(one);
  const answer = state.answer(one);
  if (answer === "hang") return;
  if (answer === "cut") return void request.socket.destroy();
  response.writeHead(answer?.status ?? 204, answer?.headers ?? {}).end(answer?.body ?? "");
}
