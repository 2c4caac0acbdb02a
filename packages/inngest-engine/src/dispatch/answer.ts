import { z } from "zod";
import type { AppResponse } from "../app/app-call";
import { errorCauseLengthMax, errorTextLengthMax } from "../limits";
import { parseJson } from "../json";

/** The app's answer to a call, before any decision. */
export type Answer =
  | { kind: "returned"; data: unknown }
  | { kind: "ops"; ops: Op[]; retryAfter: string | undefined; everyStepResumes: boolean }
  | {
      kind: "threw";
      error: RunError;
      isFinal: boolean;
      retryAfter: string | undefined;
      isFunctionMissing: boolean;
    }
  /** The function certainly did not run: nobody listened, or our signature was refused. */
  | { kind: "unreached"; reason: string }
  /** The connection broke or something else answered in the app's place: the function may have run. */
  | { kind: "lost"; reason: string };

export interface RunError {
  name: string;
  message: string;
  stack: string;
  /** As the SDK serialized it. */
  cause?: unknown;
}

export const opSchema = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.looseObject({ parallelMode: z.string().optional() }).nullish().catch(null),
  /** When the body of the step began and how long it took, in nanoseconds of the app's clock. */
  timing: z.object({ a: z.number(), b: z.number().nonnegative() }).nullish().catch(null),
});
export type Op = z.infer<typeof opSchema>;
const opsSchema = z.union([z.array(opSchema), opSchema.transform((op) => [op])]);

/** Execution version 1 of the SDK wants a call after every finished step, not after the last of a group. */
const versionThatResumesEachStep = "1";

/** Reads a verified response. Bodies that are no JSON, or no ops where ops are due, count as not from the app. */
export function readAnswer(response: AppResponse): Answer {
  const { status, headers } = response;
  if (status === 401 || status === 403) return { kind: "unreached", reason: `the app answered ${status}` };
  const body = parseJson(response.body);
  if (body === undefined) return { kind: "lost", reason: `the app answered ${status} without JSON` };
  if (status === 200) return { kind: "returned", data: body };
  const retryAfter = headers["retry-after"];
  if (status === 206) {
    const ops = opsSchema.safeParse(body);
    if (!ops.success)
      return { kind: "lost", reason: "the app answered 206 with something that is not steps" };
    const everyStepResumes = headers["x-inngest-req-version"] === versionThatResumesEachStep;
    return { kind: "ops", ops: ops.data, retryAfter, everyStepResumes };
  }
  if (status !== 500 && status !== 400) return { kind: "lost", reason: `the app answered ${status}` };
  const error = toRunError(body);
  return {
    kind: "threw",
    error,
    isFinal: headers["x-inngest-no-retry"] === "true" || status === 400,
    retryAfter,
    isFunctionMissing: error.message.includes("was not found in this app"),
  };
}

/** Errors arrive in several shapes; what is missing gets a neutral value, what is too long is cut. */
export function toRunError(value: unknown): RunError {
  const fields = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const text = (name: string): string => {
    const field = fields[name];
    return typeof field === "string" ? cut(field) : "";
  };
  const fallback = typeof value === "string" ? cut(value) : "Unknown error";
  const cause = wellFormed(fields.cause);
  return {
    name: text("name") || "Error",
    message: text("message") || text("error") || fallback,
    stack: text("stack"),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** A cause that fits into a signed event: without half surrogate pairs; undefined where it is too long. */
function wellFormed(cause: unknown): unknown {
  if (cause === undefined || cause === null) return undefined;
  const text = JSON.stringify(cause);
  if (text.length > errorCauseLengthMax) return undefined;
  // JSON escapes nothing but halves of pairs in this way; an escaped backslash is passed over.
  const mended = text.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (escape) =>
    escape === "\\\\" ? escape : "\ufffd",
  );
  return JSON.parse(mended) as unknown;
}

/** Also mends half surrogate pairs, such as the cut may leave: an error must always fit into a signed event. */
function cut(text: string): string {
  return Buffer.from(text.slice(0, errorTextLengthMax)).toString("utf8");
}

export function engineError(message: string): RunError {
  return { name: "EngineError", message, stack: "" };
}
