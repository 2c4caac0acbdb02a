import { expect } from "vitest";
import { keys } from "../app";
import { needsItsPages, theme } from "../case";
import type { FunctionOptions } from "../../testing/harness";

const eventBytesMax = 512 * 1024;
const eventsPath = `/e/${keys.event}`;

const malformed: [string, string][] = [
  ["no JSON", "{"],
  ["a number", "42"],
  ["an event without a name", JSON.stringify({ data: {} })],
  ["an empty name", JSON.stringify({ name: "", data: {} })],
  ["data that is text", JSON.stringify({ name: "malformed/x", data: "text" })],
  ["a number beyond all numbers", '{"name":"malformed/x","data":{"n":1e999}}'],
  ["a name that is reserved", JSON.stringify({ name: "inngest/function.failed", data: {} })],
  ["ten thousand levels", `{"name":"malformed/x","data":${'{"a":'.repeat(10_000)}1${"}".repeat(10_001)}`],
];
const malformedList: [string, string][] = [
  ["a list with one bad event", JSON.stringify([{ name: "malformed/x", data: {} }, { data: {} }])],
];
/** Events that could not be signed when the app is called. */
const unsignable: [string, string][] = [
  ["half a character", String.raw`{"name":"malformed/x","data":{"text":"\ud800"}}`],
  ["NUL in a name", JSON.stringify({ name: "malformed/\u0000", data: {} })],
];

export const taking = theme("taking events");

taking.shared(
  "one-or-many",
  "one event or a list of them is taken, each gets an id, in order",
  ({ own, onGo, request, until }) => {
    const idOf = new Map<unknown, unknown>();
    onGo(({ event }) => void idOf.set(event.data.n, event.id));
    return async () => {
      const ids: unknown[] = [];
      const events = [0, 1, 2, 3].map((n) => ({ name: own("go"), data: { n } }));
      for (const body of [events[0], events.slice(1)]) {
        const answer = await request("POST", eventsPath, { body });
        expect(answer.status).toBe(200);
        ids.push(...(answer.body.ids as string[]));
      }
      await until("all events", () => idOf.size === 4);
      expect(ids).toEqual(events.map(({ data }) => idOf.get(data.n)));
    };
  },
);

for (const [key, name, bodies, notReal] of [
  ["malformed", "a malformed event is refused with 400 and starts nothing", malformed],
  [
    "malformed-list",
    "a list with one malformed event is refused with 400, and starts nothing",
    malformedList,
    "takes the other events of such a list",
  ],
  [
    "unsignable",
    "an event that cannot be signed is refused with 400",
    unsignable,
    "takes such events, and loses or mends them later",
  ],
] as const)
  taking.shared(key, name, { notReal }, ({ isReal, onGo, request, record, records }) => {
    onGo({ triggers: [{ event: "malformed/*" }] }, ({ event }) => record(event));
    return async () => {
      for (const [problem, body] of bodies) {
        const { status, body: answer } = await request("POST", eventsPath, { body });
        expect([problem, status]).toEqual([problem, 400]);
        if (!isReal) expect(answer).toMatchObject({ ids: [], error: expect.any(String) as string });
      }
      await records([]);
    };
  });

taking.shared(
  "no-user",
  "an event that was sent without a user has an empty one",
  ({ onGo, go, completes }) => {
    onGo(({ event }) => ({ user: "user" in event ? event.user : undefined }));
    return () => completes(go(), { user: {} });
  },
);

taking.shared(
  "too-large",
  "a request over 512 kB is refused with 413, and one just below it arrives whole",
  { notReal: "has limits of its own, by plan" },
  ({ own, onGo, request, record, records }) => {
    onGo(({ event }) => record(String(event.data.text).length));
    return async () => {
      const eventOf = (length: number) => ({ name: own("go"), data: { text: "x".repeat(length) } });
      const error = expect.stringContaining(String(eventBytesMax)) as string;
      const over = await request("POST", eventsPath, { body: eventOf(eventBytesMax) });
      expect(over).toMatchObject({ status: 413, body: { error } });
      const room = eventBytesMax - JSON.stringify(eventOf(0)).length;
      expect(await request("POST", eventsPath, { body: eventOf(room) })).toMatchObject({ status: 200 });
      await records([room]);
    };
  },
);

taking.shared(
  "event-key",
  "an event under an unknown key is refused with 401 and starts nothing",
  { modes: ["signed"] },
  ({ isReal, own, onGo, request, record, records }) => {
    onGo(() => record("ran"));
    return async () => {
      for (const key of ["wrong", `${keys.event}x`, keys.event.slice(0, -1)]) {
        const body = { name: own("go"), data: {} };
        const answer = await request("POST", `/e/${key}`, { body });
        expect(answer.status).toBe(401);
        if (!isReal) expect(answer.body).toMatchObject({ ids: [], error: "Event key not found." });
      }
      await records([]);
    };
  },
);

taking.shared(
  "odd-text",
  "NUL, line separators and emoji in an event and in a step's result arrive unchanged",
  ({ onGo, go, completes }) => {
    const text = 'a\u0000b\u2028c\u{1F600}"\\';
    onGo(async ({ event, step }) => {
      const stored = await step.run("\u0000keep\u0000", () => event.data.text as string);
      return await step.run("again", () => ({ stored, [stored]: true }));
    });
    return () => completes(go({ text }), { stored: text, [text]: true });
  },
);

export const refusals = theme("refusals");

const unsupported: [string, Partial<FunctionOptions>][] = [
  ["batchEvents", { batchEvents: { maxSize: 5, timeout: "5s" } }],
  ["debounce", { debounce: { period: "5s" } }],
  ["throttle", { throttle: { limit: 1, period: "5s" } }],
  ["rateLimit", { rateLimit: { limit: 1, period: "5s" } }],
  ["priority", { priority: { run: "event.data.n" } }],
  ["singleton", { singleton: { mode: "skip" } }],
  ["timeouts", { timeouts: { start: "10s" } }],
  ["concurrency", { concurrency: { limit: 1, scope: "account", key: "'x'" } }],
  ["idempotency", { idempotency: "steps.data.n" }],
];

refusals.shared(
  "unsupported",
  "a function with an option that is not supported is refused by name; it never runs, the others do",
  { notReal: needsItsPages },
  ({ client, own, onGo, go, record, history, ended, ours }) => {
    for (const [option, given] of unsupported)
      onGo({ id: own(option.toLowerCase()), ...given }, () => record(option));
    onGo({ id: own("fine") }, () => record("fine"));
    return async () => {
      const { app } = await ours().health();
      for (const [option] of unsupported) {
        const id = `${client.id}-${own(option.toLowerCase())}`;
        const refusal = app.refused.find(({ functionId }) => functionId === id);
        expect([option, refusal?.option]).toEqual([option, option]);
        expect(refusal?.message).toContain(id);
        expect(ours().logged.some((line) => line.includes(refusal?.message ?? "?"))).toBe(true);
      }
      await ended(go());
      expect(history).toEqual(["fine"]);
    };
  },
);

refusals.shared(
  "unsupported-step",
  "a step that is not supported fails the run by name, without further attempts",
  { notReal: "supports it" },
  ({ own, onGo, go, record, fails }) => {
    onGo({ retries: 3 }, async ({ step }) => {
      record("call");
      const signal = own("signal");
      await step.waitForSignal("a signal", { signal, timeout: "1h", onConflict: "fail" });
    });
    return () =>
      fails(go(), expect.stringMatching(/a signal.*WaitForSignal|WaitForSignal.*a signal/), ["call"]);
  },
);

refusals.own(
  "unknown-function",
  "a function that the app no longer has fails its run and says so, and the next sync forgets it",
  { notReal: needsItsPages },
  ({ client, app, own, functions, onGo, go, completes, fails, until, ours }) => {
    const later = onGo({ id: own("new") }, () => "new");
    onGo({ id: own("old") }, () => "old");
    functions.shift();
    return async () => {
      app.serve(client, [later]);
      await fails(go(), expect.stringContaining("not found"));
      await until("the new function", async () =>
        (await ours().health()).app.functions.includes(`${client.id}-${own("new")}`),
      );
      await completes(go(), "new");
    };
  },
);
