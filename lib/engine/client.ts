/** This room reads the function runs of the durable engine over its HTTP. */

import { createHash } from "node:crypto";
import type { z } from "zod";
import { log } from "@/lib/log";
import {
  type FunctionList,
  functionsAnswer,
  healthAnswer,
  rerunAnswer,
  runAnswer,
  type RunList,
  runsAnswer,
  type WholeRun,
} from "./answers";
import { dashboardOf } from "./dashboard";
import { parseJson } from "@/lib/core/values/json";

/**
 * Where people can see runs: in our pages, on an external Inngest's dashboard, or nowhere, because no engine is
 * configured.
 */
export type EngineSource = { kind: "embedded" } | { kind: "dashboard"; url: string } | { kind: "none" };

export interface RunQuery {
  status?: string;
  functionId?: string;
  trigger?: "event" | "cron";
  labels?: readonly string[];
  anyLabels?: readonly string[];
  cursor?: string;
  limit: number;
}

/** The outcome of a request to change a run. `refused`: the run has ended, or the app no longer serves its function. */
export type ChangeOutcome = { outcome: "done"; runId: string } | { outcome: "not_found" | "refused" };

/**
 * @throws Error named ENGINE_UNAVAILABLE, from every method, if the engine does not answer or its answer is malformed.
 */
export interface EngineClient {
  source(): Promise<EngineSource>;
  listRuns(query: RunQuery): Promise<RunList>;
  /** Null: there is no such run, or the engine no longer keeps it. */
  readRun(id: string): Promise<WholeRun | null>;
  listFunctions(labels: readonly string[]): Promise<FunctionList>;
  rerun(id: string): Promise<ChangeOutcome>;
  cancel(id: string): Promise<ChangeOutcome>;
}

export interface EngineClientOptions {
  baseUrl: string | undefined;
  signingKey: string | undefined;
  /** True if events are sent to an engine. */
  isConfigured: boolean;
  dashboardUrl: string | undefined;
}

const timeoutMs = 5_000;
const answerBytesMax = 16 * 1024 * 1024;
/** Rechecked after this time, because the embedded engine may replace an external Inngest while this process runs. */
const externalSourceCacheMs = 60_000;

export function createEngineClient(options: EngineClientOptions): EngineClient {
  const { baseUrl } = options;
  let cached: { source: EngineSource; untilMs: number } | null = null;
  const ask = createAsk(baseUrl ?? "", options.signingKey);
  return {
    source: async () => {
      if (!baseUrl) return options.isConfigured ? externalSource(options) : { kind: "none" };
      if (cached && cached.untilMs > performance.now()) return cached.source;
      const isOurs = await isEmbedded(ask).catch((error: unknown) => {
        if (options.dashboardUrl) return false;
        throw error;
      });
      cached = isOurs
        ? { source: { kind: "embedded" }, untilMs: Infinity }
        : { source: externalSource(options), untilMs: performance.now() + externalSourceCacheMs };
      return cached.source;
    },
    listRuns: async (query) => read(runsAnswer, await ask("GET", `/v1/runs?${searchOf(query)}`)),
    readRun: async (id) => {
      const answer = await ask("GET", `/v1/runs/${id}`);
      return answer.status === 404 ? null : read(runAnswer, answer).data;
    },
    listFunctions: async (labels) => {
      const search = new URLSearchParams(labels.map((label) => ["label", label]));
      return read(functionsAnswer, await ask("GET", `/v1/functions?${search.toString()}`));
    },
    rerun: async (id) => {
      const answer = await ask("POST", `/v1/runs/${id}/rerun`);
      const refusal = refusalOf(answer);
      return refusal ?? { outcome: "done", runId: read(rerunAnswer, answer).run_id };
    },
    cancel: async (id) => {
      const answer = await ask("DELETE", `/v1/runs/${id}`);
      const refusal = refusalOf(answer);
      if (refusal) return refusal;
      if (answer.status !== 200 && answer.status !== 204) throw unavailable(`it answered ${answer.status}`);
      return { outcome: "done", runId: id };
    },
  };
}

/** The embedded engine names itself at /health. Inngest's servers have that page too, but without the name. */
async function isEmbedded(ask: Ask): Promise<boolean> {
  const { status, body } = await ask("GET", "/health", { isSigned: false });
  return status === 200 && healthAnswer.safeParse(body).success;
}

function externalSource(options: EngineClientOptions): EngineSource {
  return { kind: "dashboard", url: dashboardOf(options) };
}

interface Answer {
  status: number;
  body: unknown;
}
type Ask = (method: string, path: string, options?: { isSigned?: boolean }) => Promise<Answer>;

/** Sends the key hashed, as the SDK does, and only to an engine that has identified itself. */
function createAsk(baseUrl: string, signingKey: string | undefined): Ask {
  return async (method, path, { isSigned = true } = {}) => {
    const headers: Record<string, string> =
      isSigned && signingKey ? { authorization: `Bearer ${hashSigningKey(signingKey)}` } : {};
    try {
      const response = await fetch(new URL(path, baseUrl), {
        method,
        headers,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (text.length > answerBytesMax) throw new Error("its answer is too large");
      return { status: response.status, body: parseJson(text) };
    } catch (error) {
      throw unavailable(error instanceof Error ? error.name : "unknown", error);
    }
  };
}

function refusalOf({ status }: Answer): ChangeOutcome | null {
  if (status === 404) return { outcome: "not_found" };
  return status === 409 ? { outcome: "refused" } : null;
}

function read<Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> {
  if (status !== 200 && status !== 201) throw unavailable(`it answered ${status}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join(".") ?? "";
  throw unavailable(`its answer is malformed at "${at}"`);
}

function searchOf({ status, functionId, trigger, labels, anyLabels, cursor, limit }: RunQuery): string {
  const search = new URLSearchParams({ limit: String(limit) });
  if (status) search.set("status", status);
  if (functionId) search.set("function_id", functionId);
  if (trigger) search.set("trigger", trigger);
  if (cursor) search.set("cursor", cursor);
  for (const label of labels ?? []) search.append("label", label);
  for (const label of anyLabels ?? []) search.append("any_label", label);
  return search.toString();
}

/** The name of the error that every method of the client may throw. */
export const ENGINE_UNAVAILABLE = "EngineUnavailable";

function unavailable(why: string, cause?: unknown): Error {
  log.warn({ why }, "The engine is unavailable");
  return Object.assign(new Error(`the engine is unavailable: ${why}`, { cause }), {
    name: ENGINE_UNAVAILABLE,
  });
}

function hashSigningKey(key: string): string {
  const prefix = /^signkey-\w+-/.exec(key)?.[0] ?? "";
  const secret = Buffer.from(key.slice(prefix.length), "hex");
  return prefix + createHash("sha256").update(secret).digest("hex");
}

/** The client of an installation without an engine. */
export const noEngine: EngineClient = createEngineClient({
  baseUrl: undefined,
  signingKey: undefined,
  dashboardUrl: undefined,
  isConfigured: false,
});
