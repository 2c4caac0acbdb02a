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

/** Where runs can be seen: here, on the dashboard of an Inngest that is not ours, or nowhere, as none is configured. */
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

/** What became of a request to change a run. `refused`: it has ended already, or its function is no longer served. */
export type Changed = { outcome: "done"; runId: string } | { outcome: "not_found" | "refused" };

/** Every method throws an error named ENGINE_SILENT where the engine does not answer, or answers something else. */
export interface EngineClient {
  source(): Promise<EngineSource>;
  listRuns(query: RunQuery): Promise<RunList>;
  /** Null: no such run, or it is no longer kept. */
  readRun(id: string): Promise<WholeRun | null>;
  listFunctions(labels: readonly string[]): Promise<FunctionList>;
  rerun(id: string): Promise<Changed>;
  cancel(id: string): Promise<Changed>;
}

export interface EngineClientOptions {
  baseUrl: string | undefined;
  signingKey: string | undefined;
  /** True where events go somewhere at all. */
  isConfigured: boolean;
  dashboardUrl: string | undefined;
}

const timeoutMs = 5_000;
const answerBytesMax = 16 * 1024 * 1024;
/** An Inngest that is not ours may be replaced by the embedded engine while this process runs. */
const elsewhereForMs = 60_000;

export function createEngineClient(options: EngineClientOptions): EngineClient {
  const { baseUrl } = options;
  let known: { source: EngineSource; untilMs: number } | null = null;
  const ask = createAsk(baseUrl ?? "", options.signingKey);
  return {
    source: async () => {
      if (!baseUrl) return options.isConfigured ? elsewhere(options) : { kind: "none" };
      if (known && known.untilMs > performance.now()) return known.source;
      const isOurs = await isEmbedded(ask).catch((error: unknown) => {
        if (options.dashboardUrl) return false;
        throw error;
      });
      known = isOurs
        ? { source: { kind: "embedded" }, untilMs: Infinity }
        : { source: elsewhere(options), untilMs: performance.now() + elsewhereForMs };
      return known.source;
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
      const refused = refusalOf(answer);
      return refused ?? { outcome: "done", runId: read(rerunAnswer, answer).run_id };
    },
    cancel: async (id) => {
      const answer = await ask("DELETE", `/v1/runs/${id}`);
      const refused = refusalOf(answer);
      if (refused) return refused;
      if (answer.status !== 200 && answer.status !== 204) throw silent(`it answered ${answer.status}`);
      return { outcome: "done", runId: id };
    },
  };
}

/** The embedded engine says what it is; Inngest's servers have a page of that name too, which does not. */
async function isEmbedded(ask: Ask): Promise<boolean> {
  const { status, body } = await ask("GET", "/health", { isSigned: false });
  return status === 200 && healthAnswer.safeParse(body).success;
}

function elsewhere(options: EngineClientOptions): EngineSource {
  return { kind: "dashboard", url: dashboardOf(options) };
}

interface Answer {
  status: number;
  body: unknown;
}
type Ask = (method: string, path: string, options?: { isSigned?: boolean }) => Promise<Answer>;

/** The key goes out hashed, as the SDK sends it, and only to an engine that has said what it is. */
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
      throw silent(error instanceof Error ? error.name : "unknown", error);
    }
  };
}

function refusalOf({ status }: Answer): Changed | null {
  if (status === 404) return { outcome: "not_found" };
  return status === 409 ? { outcome: "refused" } : null;
}

function read<Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> {
  if (status !== 200 && status !== 201) throw silent(`it answered ${status}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join(".") ?? "";
  throw silent(`its answer is not what it should be at "${at}"`);
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

/** The name of the fault that every method of the client may throw. */
export const ENGINE_SILENT = "EngineSilent";

function silent(why: string, cause?: unknown): Error {
  log.warn({ why }, "The engine that carries our work cannot be asked");
  return Object.assign(new Error(`the engine cannot be asked: ${why}`, { cause }), { name: ENGINE_SILENT });
}

function hashSigningKey(key: string): string {
  const prefix = /^signkey-\w+-/.exec(key)?.[0] ?? "";
  const secret = Buffer.from(key.slice(prefix.length), "hex");
  return prefix + createHash("sha256").update(secret).digest("hex");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Of an installation that no Inngest serves. */
export const noEngine: EngineClient = createEngineClient({
  baseUrl: undefined,
  signingKey: undefined,
  dashboardUrl: undefined,
  isConfigured: false,
});
