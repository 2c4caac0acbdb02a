import { z } from "zod";
import type { App } from "./app-call";
import { canonicalJson } from "./canonical";
import { type EngineFunction, type Refusal, isRefusal, readFunction } from "./function-config";
import { syncBackoffMsMax, syncBackoffMsMin, syncPeriodMs, syncTimeoutMs } from "../limits";
import type { Log } from "../log";
import type { Registry } from "./registry";
import { createWake } from "../wake";
import { parseJson } from "../json";

export type Sync = ReturnType<typeof createSync>;

const answerSchema = z.object({ app_id: z.string(), functions: z.array(z.unknown()) });

interface Options {
  app: App;
  registry: Registry;
  now: () => number;
  log: Log;
  signal: AbortSignal;
  /** Called after a sync that changed what is registered, or found the app again, and before dispatch goes on. */
  onSynced: () => Promise<void>;
  /** Called once dispatch may go on. */
  onFound: () => void;
}

/** Keeps the registry in step with the app: at once, then every 30 s, and with a short backoff for as long as it is away. */
export function createSync(options: Options) {
  const { registry, signal, log } = options;
  const wake = createWake();
  let lastAnswer = "";
  signal.addEventListener("abort", () => wake.close(), { once: true });

  const syncOnce = async (): Promise<boolean> => {
    const result = await askApp(options.app, signal);
    if (signal.aborted) return false;
    if ("problem" in result) {
      if (registry.problem !== result.problem)
        log("warn", "cannot sync with the app", { problem: result.problem });
      registry.problem = result.problem;
      return false;
    }
    const { answerText, ...registration } = result;
    const isNews = answerText !== lastAnswer || registry.problem !== null;
    Object.assign(registry, registration);
    if (isNews) {
      if (answerText !== lastAnswer) report(registration, log);
      await options.onSynced();
      lastAnswer = answerText;
    }
    // Only now: until its schedules are known too, nothing may start.
    Object.assign(registry, { syncedAtMs: options.now(), problem: null });
    if (isNews) options.onFound();
    return true;
  };
  return {
    /** Asks for a sync now: the app may have changed. */
    refresh: wake.signal,
    /** The app did not answer a call: nothing is dispatched until a sync has found it again. */
    doubt: (reason: string): void => {
      registry.problem ??= reason;
      wake.signal();
    },
    /** Runs until the signal aborts. */
    run: async (): Promise<void> => {
      let backoffMs = syncBackoffMsMin;
      while (!signal.aborted) {
        const isFound = await syncOnce().catch((error: unknown) => {
          log("error", "sync failed", { problem: String(error) });
          return false;
        });
        backoffMs = isFound ? syncBackoffMsMin : Math.min(backoffMs * 2, syncBackoffMsMax);
        await wake.wait(isFound ? syncPeriodMs : backoffMs);
      }
    },
  };
}

interface Registration {
  appId: string;
  functions: EngineFunction[];
  refused: Refusal[];
}

/** `answerText` is the answer as it came: the same text registers the same functions. */
async function askApp(
  app: App,
  signal: AbortSignal,
): Promise<(Registration & { answerText: string }) | { problem: string }> {
  const result = await app.call({
    method: "PUT",
    query: {},
    headers: { "x-inngest-sync-kind": "in_band" },
    body: canonicalJson({ url: app.url }),
    timeoutMs: syncTimeoutMs,
    signal,
  });
  if (result.kind !== "answered") return { problem: result.reason };
  const { status, body } = result.response;
  if (status === 401) return { problem: "the app answered 401: it holds another signing key, or none" };
  if (status !== 200) return { problem: `the app answered ${status} to the sync` };
  const parsed = answerSchema.safeParse(parseJson(body));
  if (!parsed.success)
    return { problem: "the app's sync answer lists no functions: is in-band sync switched off?" };
  const results = parsed.data.functions.map(readFunction);
  const unreadable = results.filter(isRefusal).find(({ refusesApp }) => refusesApp);
  if (unreadable) return { problem: `the app is refused, as Inngest would refuse it: ${unreadable.message}` };
  return {
    answerText: body,
    appId: parsed.data.app_id,
    functions: results.filter((entry): entry is EngineFunction => !isRefusal(entry)),
    refused: results.filter(isRefusal),
  };
}

function report({ appId, functions, refused }: Registration, log: Log): void {
  log("info", "synced with the app", { appId, functions: functions.map(({ id }) => id) });
  for (const refusal of refused) log("error", refusal.message, { ...refusal });
}
