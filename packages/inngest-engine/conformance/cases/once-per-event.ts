import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { keys } from "../app";
import { dayMs, needsItsClock, theme } from "../case";

/** A real server refuses any other length. */
const seedEntropyBytes = 10;

export const oncePerEvent = theme("once and only once");

oncePerEvent.shared(
  "idempotency",
  "an idempotency key runs a function once, and other values of the key run it too",
  ({ own, onGo, go, record, history, routed, until }) => {
    onGo({ idempotency: "event.data.order" }, ({ event }) => record(event.data.order));
    return async () => {
      for (const name of ["a", "a", "b", "a"]) await go({ order: own(name) });
      await routed();
      await until("both", () => history.length >= 2);
      expect(history.toSorted()).toEqual([own("a"), own("b")]);
    };
  },
);

oncePerEvent.shared(
  "idempotency-object",
  "an idempotency key that is an object runs a function once for equal objects",
  ({ own, onGo, go, record, history, routed, until }) => {
    onGo({ idempotency: "event.data.order" }, ({ event }) => record(event.data.order.id));
    return async () => {
      for (const name of ["a", "b", "a", "b"]) await go({ order: { id: own(name), lines: [1, 2] } });
      await routed();
      await until("both", () => history.length >= 2);
      expect(history.toSorted()).toEqual([own("a"), own("b")]);
    };
  },
);

oncePerEvent.clock(
  "idempotency-day",
  "an idempotency key is forgotten after 24 hours, not before",
  { notReal: needsItsClock },
  ({ onGo, go, record, history, ended, routed, pass }) => {
    onGo({ idempotency: "event.data.order" }, ({ event }) => record(event.data.order));
    return async () => {
      await ended(go({ order: 1 }));
      pass(dayMs - 1_000);
      await go({ order: 1 });
      await routed();
      expect(history).toHaveLength(1);
      pass(1_000);
      await ended(go({ order: 1 }));
      expect(history).toHaveLength(2);
    };
  },
);

oncePerEvent.shared(
  "event-id",
  "an event id starts its functions once, also twice in one request",
  ({ mode, isReal, client, own, onGo, send, record, history, routed, until }) => {
    onGo(({ event }) => record([event.id, event.data.mark]));
    return async () => {
      const id = own(`id-${mode}`);
      const event = { id, name: own("go"), data: { mark: "first" } };
      const { ids } = await client.send([event, event]);
      if (!isReal) expect(ids[0]).toBe(ids[1]);
      await routed();
      await send({ ...event, data: { mark: "again" } });
      await routed();
      await until("the run", () => history.length > 0);
      expect(history).toEqual([[id, "first"]]);
    };
  },
);

oncePerEvent.clock(
  "event-id-day",
  "an event id is forgotten after 24 hours, not before",
  { notReal: needsItsClock },
  ({ own, onGo, send, record, history, ended, routed, pass }) => {
    onGo(() => record("ran"));
    return async () => {
      const event = { id: own("id"), name: own("go") };
      await ended(send(event));
      pass(dayMs - 1_000);
      await send(event);
      await routed();
      expect(history).toHaveLength(1);
      pass(1_000);
      await ended(send(event));
      expect(history).toHaveLength(2);
    };
  },
);

oncePerEvent.shared(
  "seed",
  "a request repeated under the same id seed gives the same ids and starts nothing twice",
  ({ own, onGo, request, record, history, routed, until }) => {
    onGo(({ event }) => record(event.data.n));
    return async () => {
      const seed = `${Date.now()},${randomBytes(seedEntropyBytes).toString("base64")}`;
      const body = [1, 2].map((n) => ({ name: own("go"), data: { n } }));
      const post = () =>
        request("POST", `/e/${keys.event}`, { body, headers: { "x-inngest-event-id-seed": seed } });
      const [first, second] = [await post(), await post()];
      expect(first.status).toBe(200);
      expect(second.body.ids).toEqual(first.body.ids);
      await routed();
      await until("both", () => history.length >= 2);
      expect(history.toSorted()).toEqual([1, 2]);
    };
  },
);
