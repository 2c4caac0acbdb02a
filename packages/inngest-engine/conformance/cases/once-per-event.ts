import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Theme } from "../case";
import { needsItsClock } from "../case";

/** A real server refuses any other length. */
const seedEntropyBytes = 10;
const dayMs = 24 * 3_600_000;

export const oncePerEvent: Theme = {
  title: "once and only once",
  cases: [
    {
      key: "idempotency",
      name: "an idempotency key runs a function once, and other values of the key run it too",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: unknown[] = [];
        return {
          functions: [
            onGo(({ event }) => void ran.push(event.data.order), { idempotency: "event.data.order" }),
          ],
          see: async (scene) => {
            const orders = [own("a"), own("a"), own("b"), own("a")];
            for (const order of orders) await scene.send({ name: own("go"), data: { order } });
            await scene.routed();
            await scene.until("both", () => ran.length >= 2);
            expect(ran.toSorted()).toEqual([own("a"), own("b")]);
          },
        };
      },
    },
    {
      key: "idempotency-object",
      name: "an idempotency key that is an object runs a function once for equal objects",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: unknown[] = [];
        return {
          functions: [
            onGo(({ event }) => void ran.push(event.data.order.id), { idempotency: "event.data.order" }),
          ],
          see: async (scene) => {
            const ids = [own("a"), own("b")];
            const orders = [...ids, ...ids].map((id) => ({ id, lines: [1, 2] }));
            for (const order of orders) await scene.send({ name: own("go"), data: { order } });
            await scene.routed();
            await scene.until("both", () => ran.length >= 2);
            expect(ran.toSorted()).toEqual(ids.toSorted());
          },
        };
      },
    },
    {
      key: "idempotency-day",
      name: "an idempotency key is forgotten after 24 hours, not before",
      place: "clock",
      notReal: needsItsClock,
      play: ({ own, onGo }) => {
        const ran: unknown[] = [];
        return {
          functions: [
            onGo(({ event }) => void ran.push(event.data.order), { idempotency: "event.data.order" }),
          ],
          see: async (scene) => {
            const go = () => scene.send({ name: own("go"), data: { order: 1 } });
            await scene.ended(await go());
            scene.pass(dayMs - 1_000);
            await go();
            await scene.routed();
            expect(ran).toHaveLength(1);
            scene.pass(1_000);
            await scene.ended(await go());
            expect(ran).toHaveLength(2);
          },
        };
      },
    },
    {
      key: "event-id",
      name: "an event id starts its functions once, also twice in one request",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: unknown[] = [];
        return {
          functions: [onGo(({ event }) => void ran.push([event.id, event.data.mark]))],
          see: async (scene) => {
            const id = own(`id-${scene.mode}`);
            const event = { id, name: own("go"), data: { mark: "first" } };
            await scene.client.send([event, event]);
            await scene.routed();
            await scene.send({ ...event, data: { mark: "again" } });
            await scene.routed();
            await scene.until("the run", () => ran.length > 0);
            expect(ran).toEqual([[id, "first"]]);
          },
        };
      },
    },
    {
      key: "event-id-day",
      name: "an event id is forgotten after 24 hours, not before",
      place: "clock",
      notReal: needsItsClock,
      play: ({ own, onGo }) => {
        let ran = 0;
        return {
          functions: [onGo(() => void (ran += 1))],
          see: async (scene) => {
            const go = () => scene.send({ id: own("id"), name: own("go") });
            await scene.ended(await go());
            scene.pass(dayMs - 1_000);
            await go();
            await scene.routed();
            expect(ran).toBe(1);
            scene.pass(1_000);
            await scene.ended(await go());
            expect(ran).toBe(2);
          },
        };
      },
    },
    {
      key: "seed",
      name: "a request repeated under the same id seed gives the same ids and starts nothing twice",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: unknown[] = [];
        return {
          functions: [onGo(({ event }) => void ran.push(event.data.n))],
          see: async (scene) => {
            const headers = {
              "x-inngest-event-id-seed": `${Date.now()},${randomBytes(seedEntropyBytes).toString("base64")}`,
            };
            const body = [1, 2].map((n) => ({ name: own("go"), data: { n } }));
            const path = `/e/${process.env.INNGEST_REAL_EVENT_KEY ?? "conformance-event-key"}`;
            const first = await scene.request("POST", path, { body, headers });
            const second = await scene.request("POST", path, { body, headers });
            expect(first.status).toBe(200);
            expect(second.body.ids).toEqual(first.body.ids);
            await scene.routed();
            await scene.until("both", () => ran.length >= 2);
            expect(ran.toSorted()).toEqual([1, 2]);
          },
        };
      },
    },
  ],
};
