import { expect } from "vitest";
import { appAnswer, keys } from "../app";
import { sha1, theme } from "../case";

const notOfItsSdk = { notReal: "is judged by what its own SDK would never send" };

export const attacks = theme("attacks on the protocol");

attacks.shared(
  "same-step-id",
  "two runs with the same step ids keep their own results",
  ({ onGo, go, ended }) => {
    onGo(async ({ event, step }) => {
      const result = await step.run("same", () => event.data.n as number);
      await step.run("between", () => null);
      return result;
    });
    return async () => {
      const runs = await Promise.all([1, 2, 3, 4].map((n) => ended(go({ n }))));
      expect(runs.map(({ output }) => output)).toEqual([1, 2, 3, 4]);
    };
  },
);

attacks.clock(
  "twice-in-one",
  "an answer that reports a step twice gives the step one result, which every later call sees",
  notOfItsSdk,
  ({ mode, onGo, go, answerInstead, completes }) => {
    onGo(async ({ step }) => {
      const once = await step.run("once", () => "from the app");
      const later = await step.run("later", () => once);
      return [once, later];
    });
    return async () => {
      const op = (data: string) => ({ op: "StepRun", id: sha1("once"), name: "once", data });
      answerInstead([appAnswer(mode, { status: 206, body: [op("first"), op("second")] })]);
      const [once, later] = (await completes(go())).output as string[];
      expect(["first", "second"]).toContain(once);
      expect(later).toBe(once);
    };
  },
);

attacks.clock(
  "odd-ops",
  "an answer with steps that are none (unknown kind, no id, NUL, no steps at all) never hangs a run",
  notOfItsSdk,
  ({ mode, onGo, go, answerInstead, endsPassing }) => {
    onGo(() => "from the app");
    return async () => {
      for (const body of [
        [],
        [{ op: "Unheard", id: sha1("x") }],
        [{ op: "Sleep", id: sha1("x"), name: "a while" }],
        [{ op: "StepNotFound", id: sha1("x") }],
        [{ op: "StepRun", id: "nul\u0000nul", data: 1 }],
        [{ op: "StepRun" }],
        [null],
      ]) {
        answerInstead([appAnswer(mode, { status: 206, body })]);
        const { status } = await endsPassing(await go(), 10_000);
        expect(["Completed", "Failed"]).toContain(status);
      }
    };
  },
);

attacks.clock(
  "too-many-steps",
  "a run of more than 1,000 steps fails and says so",
  notOfItsSdk,
  ({ mode, onGo, go, answerInstead, fails }) => {
    onGo(() => "never");
    return async () => {
      const names = Array.from({ length: 1_001 }, (_, n) => `step ${n}`);
      const body = names.map((name) => ({ op: "StepPlanned", id: sha1(name), name }));
      answerInstead(() => appAnswer(mode, { status: 206, body }));
      await fails(go(), expect.stringContaining("1000 steps"));
    };
  },
);

attacks.shared(
  "proto",
  "__proto__ and its like, in events, steps and results, are names like any other and change nobody else's",
  ({ own, onGo, request, record, records, completes }) => {
    const names = ["__proto__", "constructor", "toString"];
    onGo(async ({ event, step }) => {
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
    });
    onGo(
      { id: own("if"), triggers: [{ event: own("go"), if: "event.data.polluted == 'yes'" }] },
      ({ event }) => record(event.data),
    );
    return async () => {
      const body = `{"name":"${own("go")}","data":{"plain":{},"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}}`;
      const answer = await request("POST", `/e/${keys.event}`, { body });
      expect(answer.status).toBe(200);
      const id = (answer.body.ids as string[])[0] ?? "";
      await completes(id, { results: names, own: true, polluted: false });
      await records([]);
      expect("polluted" in {}).toBe(false);
    };
  },
);

attacks.shared(
  "odd-error",
  "an error text with NUL, half a character or a hundred thousand letters reaches onFailure",
  ({ onGo, go, record, history, ended, until }) => {
    const texts = ["a\u0000b", "x".repeat(100_000), "half \ud83d of one"];
    onGo({ onFailure: ({ error }) => record(error.message) }, ({ event }) => {
      throw new Error(texts[event.data.n as number]);
    });
    return async () => {
      for (const n of texts.keys()) expect(await ended(go({ n }))).toMatchObject({ status: "Failed" });
      await until("onFailure", () => history.length === texts.length);
    };
  },
);

attacks.clock(
  "poison",
  "an event whose key is NUL, ten thousand letters or an object stops neither itself nor the events after it",
  ({ own, span, onGo, go, send, record, history, completes, endsPassing, until }) => {
    onGo(
      {
        idempotency: "event.data.order",
        concurrency: { limit: 5, key: "event.data.order" },
        cancelOn: [{ event: own("stop"), match: "data.order" }],
      },
      async ({ event, step }) => {
        await Promise.all([
          // No event matches NUL: that wait ends by its timeout.
          step.waitForEvent("reply", {
            event: own("reply"),
            timeout: span("1h", "15s"),
            match: "data.order",
          }),
          step.run("standing", () => record(event.data.mark)),
        ]);
        return event.data.mark as string;
      },
    );
    return async () => {
      // No two letters alike beside each other: what stores them cannot press them into little.
      const long = Array.from({ length: 10_000 }, (_, n) => sha1(String(n))[0]).join("");
      const ids: string[] = [];
      for (const [mark, order] of ["a\u0000b", long, { deep: [1] }, "plain"].entries()) {
        ids.push(await go({ order, mark: String(mark) }));
        await until(`the wait for order ${mark}`, () => history.includes(String(mark)));
        await send({ name: own("reply"), data: { order } });
      }
      const [nul, ...others] = ids;
      for (const [at, id] of others.entries()) await completes(id, String(at + 1));
      expect(await endsPassing(nul!, 3_600_000)).toMatchObject({ status: "Completed", output: "0" });
    };
  },
);

attacks.shared(
  "odd-paths",
  "a path with NUL, a thousand letters or half an escape in it is answered with 4xx",
  notOfItsSdk,
  ({ request }) =>
    async () => {
      for (const odd of ["%00", "x".repeat(1_000), "%ff", "%2e%2e", "'%20or%201=1"]) {
        for (const [method, path] of [
          ["GET", `/v1/runs/${odd}`],
          ["DELETE", `/v1/runs/${odd}`],
          ["POST", `/v1/runs/${odd}/rerun`],
          ["POST", `/v1/checkpoint/${odd}/async`],
        ] as const) {
          const { status } = await request(method, path, method === "POST" ? { body: {} } : {});
          expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
        }
        const { status } = await request("GET", `/v1/events/${odd}/runs`);
        expect([odd, status < 500]).toEqual([odd, true]);
      }
    },
);
