import { createHash } from "node:crypto";
import { expect } from "vitest";
import { appAnswer, keys } from "../app";
import type { Case, Theme } from "../case";

const needsStandIn = "is judged by what its own SDK would never send";
const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

const cases: Case[] = [
  {
    key: "same-step-id",
    name: "two runs with the same step ids keep their own results",
    place: "shared",
    play: ({ own, onGo }) => ({
      functions: [
        onGo(async ({ event, step }) => {
          const kept = await step.run("same", () => event.data.n as number);
          await step.run("between", () => null);
          return kept;
        }),
      ],
      see: async (scene) => {
        const ids = await Promise.all([1, 2, 3, 4].map((n) => scene.send({ name: own("go"), data: { n } })));
        const outputs = await Promise.all(ids.map(async (id) => (await scene.ended(id)).output));
        expect(outputs).toEqual([1, 2, 3, 4]);
      },
    }),
  },
  {
    key: "twice-in-one",
    name: "an answer that reports a step twice gives the step one result, which every later call sees",
    place: "clock",
    notReal: needsStandIn,
    play: ({ own, onGo }) => ({
      functions: [
        onGo(async ({ step }) => {
          const once = await step.run("once", () => "from the app");
          const later = await step.run("later", () => once);
          return [once, later];
        }),
      ],
      see: async (scene) => {
        const op = (data: string) => ({ op: "StepRun", id: sha1("once"), name: "once", data });
        const forged = [appAnswer(scene.mode, { status: 206, body: [op("first"), op("second")] })];
        scene.app.onRequest(({ functionId }) =>
          functionId?.endsWith(own("f")) ? (forged.shift() ?? null) : null,
        );
        const run = await scene.ended(await scene.send({ name: own("go") }));
        expect(run.status).toBe("Completed");
        const [once, later] = run.output as string[];
        expect(["first", "second"]).toContain(once);
        expect(later).toBe(once);
      },
    }),
  },
  {
    key: "odd-ops",
    name: "an answer with steps that are none (unknown kind, no id, NUL, no steps at all) never hangs a run",
    place: "clock",
    notReal: needsStandIn,
    play: ({ own, onGo }) => ({
      functions: [onGo(() => "from the app")],
      see: async (scene) => {
        const answers: unknown[] = [
          [],
          [{ op: "Unheard", id: sha1("x") }],
          [{ op: "Sleep", id: sha1("x"), name: "a while" }],
          [{ op: "StepNotFound", id: sha1("x") }],
          [{ op: "StepRun", id: "nul\u0000nul", data: 1 }],
          [{ op: "StepRun" }],
          [null],
        ];
        for (const body of answers) {
          let isForged = false;
          scene.app.onRequest(({ functionId }) => {
            if (isForged || !functionId?.endsWith(own("f"))) return null;
            isForged = true;
            return appAnswer(scene.mode, { status: 206, body });
          });
          const id = await scene.send({ name: own("go") });
          const run = await scene.until(`the end after ${JSON.stringify(body)}`, async () => {
            scene.pass(10_000);
            return (await scene.runs(id)).find(({ status }) => status !== "Running");
          });
          expect(["Completed", "Failed"]).toContain(run.status);
        }
      },
    }),
  },
  {
    key: "too-many-steps",
    name: "a run of more than 1,000 steps fails and says so",
    place: "clock",
    notReal: needsStandIn,
    play: ({ own, onGo }) => ({
      functions: [onGo(() => "never")],
      see: async (scene) => {
        scene.app.onRequest(({ functionId }) => {
          if (!functionId?.endsWith(own("f"))) return null;
          const body = Array.from({ length: 1_001 }, (_, n) => ({
            op: "StepPlanned",
            id: sha1(`step ${n}`),
            name: `step ${n}`,
          }));
          return appAnswer(scene.mode, { status: 206, body });
        });
        const run = await scene.ended(await scene.send({ name: own("go") }));
        expect(run).toMatchObject({
          status: "Failed",
          output: { message: expect.stringContaining("1000 steps") as string },
        });
      },
    }),
  },
  {
    key: "proto",
    name: "__proto__ and its like, in events, steps and results, are names like any other and change nobody else's",
    place: "shared",
    play: ({ client, own, onGo }) => {
      const conditional: unknown[] = [];
      return {
        functions: [
          onGo(async ({ event, step }) => {
            const names = ["__proto__", "constructor", "toString"];
            const results: unknown[] = [];
            for (const name of names) results.push(await step.run(name, () => name));
            const object = await step.run(
              "object",
              () => JSON.parse('{"__proto__":{"polluted":"yes"},"a":1}') as object,
            );
            await step.run("between", () => null);
            return {
              results,
              own: Object.keys(object).includes("a"),
              polluted: "polluted" in {} || "polluted" in Object(event.data.plain),
            };
          }),
          client.createFunction(
            {
              id: own("if"),
              retries: 0,
              triggers: [{ event: own("go"), if: "event.data.polluted == 'yes'" }],
            },
            ({ event }) => void conditional.push(event.data),
          ),
        ],
        see: async (scene) => {
          const body = `{"name":"${own("go")}","data":{"plain":{},"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}}`;
          const sent = await scene.request("POST", `/e/${keys.event}`, { body });
          expect(sent.status).toBe(200);
          const run = await scene.ended((sent.body.ids as string[])[0] ?? "");
          expect(run).toMatchObject({
            status: "Completed",
            output: { results: ["__proto__", "constructor", "toString"], own: true, polluted: false },
          });
          await scene.routed();
          expect(conditional).toEqual([]);
          expect("polluted" in {}).toBe(false);
        },
      };
    },
  },
  {
    key: "odd-error",
    name: "an error text with NUL, half a character or a hundred thousand letters reaches onFailure",
    place: "shared",
    play: ({ own, onGo }) => {
      const handled: string[] = [];
      const texts = ["a\u0000b", `${"x".repeat(100_000)}`, "half \ud83d of one"];
      return {
        functions: [
          onGo(
            ({ event }) => {
              throw new Error(texts[event.data.n as number]);
            },
            { onFailure: ({ error }) => void handled.push(error.message) },
          ),
        ],
        see: async (scene) => {
          for (const n of texts.keys()) {
            const run = await scene.ended(await scene.send({ name: own("go"), data: { n } }));
            expect(run.status).toBe("Failed");
          }
          await scene.until("onFailure", () => handled.length === texts.length);
        },
      };
    },
  },
  {
    key: "poison",
    name: "an event whose key is NUL, ten thousand letters or an object stops neither itself nor the events after it",
    place: "shared",
    play: ({ own, onGo }) => {
      const ran: unknown[] = [];
      return {
        functions: [
          onGo(
            async ({ event, step }) => {
              await Promise.all([
                // No event matches NUL: that wait ends by its timeout.
                step.waitForEvent("reply", { event: own("reply"), timeout: "15s", match: "data.order" }),
                step.run("standing", () => void ran.push(event.data.mark)),
              ]);
              return event.data.mark as string;
            },
            {
              idempotency: "event.data.order",
              concurrency: { limit: 5, key: "event.data.order" },
              cancelOn: [{ event: own("stop"), match: "data.order" }],
            },
          ),
        ],
        see: async (scene) => {
          // No two letters alike beside each other: what stores them cannot press them into little.
          const long = Array.from(
            { length: 10_000 },
            (_, n) => createHash("sha1").update(String(n)).digest("hex")[0],
          ).join("");
          const orders: unknown[] = ["a\u0000b", long, { deep: [1] }, "plain"];
          const ids: string[] = [];
          for (const [mark, order] of orders.entries()) {
            ids.push(await scene.send({ name: own("go"), data: { order, mark: String(mark) } }));
            await scene.until(`the wait for order ${mark}`, () => ran.includes(String(mark)));
            await scene.send({ name: own("reply"), data: { order } });
          }
          for (const [mark, id] of ids.entries()) {
            expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: String(mark) });
          }
        },
      };
    },
  },
  {
    key: "odd-paths",
    name: "a path with NUL, a thousand letters or half an escape in it is answered with 4xx",
    place: "shared",
    notReal: needsStandIn,
    play: () => ({
      functions: [],
      see: async (scene) => {
        for (const odd of ["%00", "x".repeat(1_000), "%ff", "%2e%2e", "'%20or%201=1"]) {
          const requests: [string, string][] = [
            ["GET", `/v1/runs/${odd}`],
            ["DELETE", `/v1/runs/${odd}`],
            ["POST", `/v1/runs/${odd}/rerun`],
            ["POST", `/v1/checkpoint/${odd}/async`],
          ];
          for (const [method, path] of requests) {
            const { status } = await scene.request(method, path, method === "POST" ? { body: {} } : {});
            expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
          }
          const { status } = await scene.request("GET", `/v1/events/${odd}/runs`);
          expect([odd, status < 500]).toEqual([odd, true]);
        }
      },
    }),
  },
];

export const attacks: Theme = { title: "attacks on the protocol", cases };
