import { type InngestFunction, Inngest } from "inngest";
import { expect, test } from "vitest";
import { isRefusal, readFunction } from "./function-config";

type Options = InngestFunction.Options;
type Option = Exclude<keyof Options, "id">;

/** The SDK's registration of a function with these options, followed by that of its onFailure function. */
function registered(options: Partial<Options>): unknown[] {
  const client = new Inngest({ id: "app", isDev: false });
  const fn = client.createFunction({ id: "f", ...options } as never, () => {}) as unknown as {
    getConfig(where: { baseUrl: URL; appPrefix: string }): unknown[];
  };
  return fn.getConfig({ baseUrl: new URL("http://app/api/inngest"), appPrefix: "app" });
}

const read = (options: Partial<Options>) => registered(options).map(readFunction);

/** Every option the SDK knows, with a value: a new one does not compile here until it is decided. */
const options: Record<Option, unknown> = {
  triggers: [{ event: "a/*", if: "event.data.n > 1 && has(event.data.m)" }, { cron: "0 * * * *" }],
  name: "A name",
  description: "What it does",
  concurrency: [{ limit: 2, key: "event.data.a + '-' + event.data.b" }, { limit: 5 }],
  idempotency: "event.data.id",
  cancelOn: [{ event: "stop", match: "data.id", timeout: "1d" }, { event: "stop/all" }],
  retries: 20,
  onFailure: () => {},
  middleware: [],
  optimizeParallelism: false,
  checkpointing: true,
  experimentalCheckpointing: true,
  batchEvents: { maxSize: 5, timeout: "5s" },
  rateLimit: { limit: 1, period: "1m" },
  throttle: { limit: 1, period: "1m" },
  debounce: { period: "1m" },
  priority: { run: "event.data.p" },
  timeouts: { start: "1h" },
  singleton: { mode: "skip" },
};
const refused = ["batchEvents", "rateLimit", "throttle", "debounce", "priority", "timeouts", "singleton"];

test.each(Object.entries(options))("the option %s is served, or refused by its name", (option, given) => {
  const [result, ...rest] = read({ triggers: [{ event: "e" }], [option]: given });
  expect(rest.every((other) => !isRefusal(other))).toBe(true);
  if (!refused.includes(option))
    return expect(result).toMatchObject({ id: "app-f", attemptsMax: expect.any(Number) });
  const message = `Function "app-f" is not served: its option "${option}" is not supported by this engine.`;
  expect(result).toEqual({ functionId: "app-f", option, message });
});

test("an option of a later SDK is refused by its name, and one that is unset is none", () => {
  const [config] = registered({ triggers: [{ event: "e" }] });
  expect(readFunction({ ...(config as object), teleport: true })).toMatchObject({ option: "teleport" });
  expect(readFunction({ ...(config as object), teleport: null })).toMatchObject({ id: "app-f" });
});

const trigger = (condition: string): Partial<Options> => ({ triggers: [{ event: "e", if: condition }] });

test.each<[string, Partial<Options>, string, string]>([
  ["an unknown variable in if", trigger("async.data.a == 1"), "if", 'uses "async"'],
  ["a syntax error in if", trigger("event.data.a === 1"), "if", "is no expression"],
  ["an unknown function in if", trigger("shout(event.data.a) == 'A'"), "if", "uses shout()"],
  ["a regular expression in if", trigger("event.data.a.matches('a+')"), "if", "uses matches()"],
  ["a bad concurrency key", { concurrency: { limit: 1, key: "evnt.a" } }, "concurrency", 'uses "evnt"'],
  [
    "another concurrency scope",
    { concurrency: { limit: 1, scope: "env" } },
    "concurrency",
    'has scope "env"',
  ],
  ["a concurrency limit of none", { concurrency: { limit: 0 } }, "concurrency.limit", "is malformed"],
  ["a bad idempotency key", { idempotency: "event.data.id +" }, "idempotency", "is no expression"],
  ["a bad condition of cancelOn", { cancelOn: [{ event: "s", if: "steps.a" }] }, "cancelOn", 'uses "steps"'],
  [
    "too many events of cancelOn",
    { cancelOn: Array.from({ length: 6 }, () => ({ event: "s" })) },
    "cancelOn",
    "lists more than 5 events",
  ],
  ["a schedule that is none", { triggers: [{ cron: "often" }] }, "cron", "is no valid schedule"],
  ["jitter", { triggers: [{ cron: "0 * * * *", jitter: "5m" } as never] }, "jitter", "is not supported"],
  [
    "an event that is never sent",
    { triggers: [{ event: "inngest/run.started" }] },
    "triggers",
    "which this engine never sends",
  ],
])("%s is refused by option and function", (_what, given, option, problem) => {
  const [result] = read({ triggers: [{ event: "e" }], ...given });
  expect(result).toMatchObject({ functionId: "app-f", option, message: expect.stringContaining(problem) });
  expect(result).toMatchObject({ message: expect.stringContaining('Function "app-f" is not served') });
});

test.each([
  ["an unreadable if refuses the app", trigger("event.data.a === 1"), true],
  ["an unreadable key refuses the app", { idempotency: "event.data.id +" }, true],
  ["an unknown name refuses the function alone", trigger("evnt.data.a == 1"), undefined],
  ["an unsupported option refuses the function alone", { singleton: { mode: "skip" } }, undefined],
] satisfies [string, Partial<Options>, true | undefined][])("%s", (_what, given, refusesApp) => {
  const [result] = read({ triggers: [{ event: "e" }], ...given });
  expect(isRefusal(result!) && result.refusesApp).toBe(refusesApp);
});

test("a timeout of cancelOn that is none is refused", () => {
  const [config] = registered({ cancelOn: [{ event: "s" }] });
  const cancel = [{ event: "s", timeout: "soon" }];
  expect(readFunction({ ...(config as object), cancel })).toMatchObject({
    option: "cancelOn",
    message: expect.stringContaining("neither a span nor an instant"),
  });
});

test.each([
  "inngest/function.failed",
  "inngest/function.cancelled",
  "inngest/function.finished",
  "inngest/function.*",
])("a trigger on %s is served", (event) =>
  expect(read({ triggers: [{ event }] })).toMatchObject([{ triggers: [{ event }] }]),
);
