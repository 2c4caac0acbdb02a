import { eventType } from "inngest";
import { expect } from "vitest";
import { z } from "zod";
import type { Theme } from "../case";

export const triggers: Theme = {
  title: "what starts a function",
  cases: [
    {
      key: "wildcard",
      name: "a trigger that ends in a star takes every event that begins like it, and no other",
      place: "shared",
      play: ({ client, own }) => {
        const ran: string[] = [];
        return {
          functions: [
            client.createFunction(
              { id: own("f"), retries: 0, triggers: [{ event: `${own("order")}/*` }] },
              ({ event }) => void ran.push(String(event.name)),
            ),
          ],
          see: async (scene) => {
            const matching = [`${own("order")}/made`, `${own("order")}/line/added`];
            for (const name of [
              ...matching,
              own("order"),
              `${own("orders")}/made`,
              `x${own("order")}/made`,
            ]) {
              await scene.send({ name });
            }
            await scene.routed();
            await scene.until("both", () => ran.length >= 2);
            expect(ran.toSorted()).toEqual(matching.toSorted());
          },
        };
      },
    },
    {
      key: "several",
      name: "a function with several triggers runs for each of their events",
      place: "shared",
      play: ({ client, own }) => {
        const ran: string[] = [];
        return {
          functions: [
            client.createFunction(
              { id: own("f"), retries: 0, triggers: [{ event: own("made") }, { event: own("changed") }] },
              ({ event }) => void ran.push(String(event.name)),
            ),
          ],
          see: async (scene) => {
            await scene.ended(await scene.send({ name: own("made") }));
            await scene.ended(await scene.send({ name: own("changed") }));
            expect(ran).toEqual([own("made"), own("changed")]);
          },
        };
      },
    },
    {
      key: "twice-matched",
      name: "an event that two triggers of one function match starts one run of it",
      place: "shared",
      play: ({ client, own }) => {
        let ran = 0;
        return {
          functions: [
            client.createFunction(
              {
                id: own("f"),
                retries: 0,
                triggers: [{ event: `${own("order")}/made` }, { event: `${own("order")}/*` }],
              },
              () => void (ran += 1),
            ),
          ],
          see: async (scene) => {
            const id = await scene.send({ name: `${own("order")}/made` });
            await scene.ended(id);
            await scene.routed();
            expect(await scene.runs(id)).toHaveLength(1);
            expect(ran).toBe(1);
          },
        };
      },
    },
    {
      key: "two-functions",
      name: "an event that two functions listen to starts a run of each",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        const listener = (name: string) => onGo(({ runId }) => void ran.push(runId), { id: own(name) });
        return {
          functions: [listener("f"), listener("g")],
          see: async (scene) => {
            const id = await scene.send({ name: own("go") });
            await scene.until("both runs", () => ran.length === 2);
            const runs = await scene.until("both ends", async () => {
              const found = await scene.runs(id);
              return found.every(({ status }) => status === "Completed") && found;
            });
            expect(runs.map((run) => run.run_id).toSorted()).toEqual(ran.toSorted());
          },
        };
      },
    },
    {
      key: "schema",
      name: "an event that a trigger's schema rejects fails the run without calling the function",
      place: "shared",
      play: ({ client, own }) => {
        const ran: unknown[] = [];
        const ordered = eventType(own("go"), { schema: z.object({ order: z.number().int() }) });
        return {
          functions: [
            client.createFunction(
              { id: own("f"), retries: 3, triggers: [ordered] },
              ({ event }) => void ran.push(event.data.order),
            ),
          ],
          see: async (scene) => {
            const bad = await scene.send({ name: own("go"), data: { order: "seven" } });
            const good = await scene.send({ name: own("go"), data: { order: 7 } });
            expect(await scene.ended(bad)).toMatchObject({
              status: "Failed",
              output: { message: expect.stringContaining("order") as string },
            });
            expect(await scene.ended(good)).toMatchObject({ status: "Completed" });
            expect(ran).toEqual([7]);
          },
        };
      },
    },
    {
      key: "schema-send",
      name: "an event made from a schema is checked before it is sent: what does not fit never leaves",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: unknown[] = [];
        const ordered = eventType(own("go"), { schema: z.object({ order: z.number().int() }) });
        return {
          functions: [onGo(({ event }) => void ran.push(event.data.order))],
          see: async (scene) => {
            const bad = ordered.create({ order: 0.5 });
            await expect(scene.client.send(bad)).rejects.toThrow("order");
            const { ids } = await scene.client.send(ordered.create({ order: 7 }));
            await scene.ended(ids[0] ?? "");
            expect(ran).toEqual([7]);
          },
        };
      },
    },
  ],
};
