import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { keys } from "../app";
import { dayMs, needsItsClock, theme } from "../case";
import type { Stage } from "../stage";

/** A real server refuses any other length. */
const seedEntropyBytes = 10;

export const oncePerEvent = theme("once and only once");

for (const [key, name, valueOf] of [
  [
    "idempotency",
    "an idempotency key runs a function once, and other values of the key run it too",
    (order: string): unknown => order,
  ],
  [
    "idempotency-object",
    "an idempotency key that is an object runs a function once for equal objects",
    (order: string): unknown => ({ order, lines: [1, 2] }),
  ],
] as const)
  oncePerEvent.shared(key, name, ({ own, onGo, go, record, records }) => {
    onGo({ idempotency: "event.data.key" }, ({ event }) => record(event.data.name));
    return async () => {
      for (const order of ["a", "a", "b", "a", "b"]) await go({ name: order, key: valueOf(own(order)) });
      await records({ inAnyOrder: ["a", "b"] });
    };
  });

/** `serveAndSend` serves the function and returns how its event is sent. */
function forgottenAfterADay(
  key: string,
  memory: string,
  serveAndSend: (stage: Stage) => () => Promise<string>,
): void {
  const name = `${memory} is forgotten after 24 hours, not before`;
  oncePerEvent.clock(key, name, { notReal: needsItsClock }, (stage) => {
    const { history, ended, routed, pass } = stage;
    const send = serveAndSend(stage);
    return async () => {
      await ended(send());
      pass(dayMs - 1_000);
      await send();
      await routed();
      expect(history).toHaveLength(1);
      pass(1_000);
      await ended(send());
      expect(history).toHaveLength(2);
    };
  });
}

forgottenAfterADay("idempotency-day", "an idempotency key", ({ onGo, go, record }) => {
  onGo({ idempotency: "event.data.order" }, ({ event }) => record(event.data.order));
  return () => go({ order: 1 });
});
forgottenAfterADay("event-id-day", "an event id", ({ own, onGo, send, record }) => {
  onGo(() => record("ran"));
  return () => send({ id: own("id"), name: own("go") });
});

oncePerEvent.shared(
  "event-id",
  "an event id starts its functions once, also twice in one request",
  ({ mode, isReal, client, own, onGo, send, record, records, routed }) => {
    onGo(({ event }) => record([event.id, event.data.mark]));
    return async () => {
      const id = own(`id-${mode}`);
      const event = { id, name: own("go"), data: { mark: "first" } };
      const { ids } = await client.send([event, event]);
      if (!isReal) expect(ids[0]).toBe(ids[1]);
      await routed();
      await send({ ...event, data: { mark: "again" } });
      await records([[id, "first"]]);
    };
  },
);

oncePerEvent.shared(
  "seed",
  "a request repeated under the same id seed gives the same ids and starts nothing twice",
  ({ own, onGo, request, record, records }) => {
    onGo(({ event }) => record(event.data.n));
    return async () => {
      const seed = `${Date.now()},${randomBytes(seedEntropyBytes).toString("base64")}`;
      const body = [1, 2].map((n) => ({ name: own("go"), data: { n } }));
      const post = () =>
        request("POST", `/e/${keys.event}`, { body, headers: { "x-inngest-event-id-seed": seed } });
      const [first, second] = [await post(), await post()];
      expect(first.status).toBe(200);
      expect(second.body.ids).toEqual(first.body.ids);
      await records({ inAnyOrder: [1, 2] });
    };
  },
);
