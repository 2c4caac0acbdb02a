import { z } from "zod";
import { parseJson } from "@/lib/core/values/json";
import { readRetryAfter } from "@/lib/core/values/retry-after";
import { revealedLine } from "@/lib/core/values/shown-text";
import { storableText } from "@/lib/core/values/storable";
import type {
  AppliedVerdict,
  FailureVerdict,
  ProbeOutcome,
  ReadOutcome,
  ReadVerdict,
  SearchOutcome,
  TransportOutcome,
  VerdictDetails,
  WriteVerdict,
  UnsignedOutcome,
  VerdictBase,
} from "./verdict";
import {
  type AppliedBody,
  type FailureBody,
  type ProbeBody,
  type ReadBody,
  type ReadManyBody,
  type SearchBody,
  type WriteBody,
  probeBody,
  readBody,
  readManyBody,
  searchBody,
  writeBody,
} from "./verdict-body";
import {
  FOREIGN_ANSWER,
  type FailureClass,
  classifyByCode,
  classifyByStatus,
  classifyWriteByCode,
  isOwnCode,
  isOwnRefusal,
  publicMessageOf,
  publicMessages,
  unsentCode,
} from "./verdict-table";

/**
 * Turns NetSuite's answer, or its absence, into a verdict for the push. Pure and total: every input gives a verdict and
 * nothing throws. An unrecognised answer is `unknown` and never retried blindly, because the write may have happened.
 */

const VERDICT_LIMITS = {
  bodyLengthMax: 1_000_000,
  internalMessageLengthMax: 2_000,
  publicMessageLengthMax: 300,
  codeLengthMax: 100,
};

/** The verdict of a write. Never throws. */
export function classifyResponse(outcome: TransportOutcome): WriteVerdict {
  const translate = (body: WriteBody) => (body.verdict === "applied" ? toApplied(body) : toFailure(body));
  return classify<WriteBody, WriteVerdict>(outcome, writeBody, translate, classifyWriteByCode);
}

/** The verdict of a read; its failures are the same as a write's, but for errors of missing records. Never throws. */
export function classifyReadResponse(outcome: TransportOutcome): ReadOutcome {
  return classify<ReadBody, ReadOutcome>(outcome, readBody, (body) => {
    return body.verdict === "read" ? toRead(body) : toFailure(body);
  });
}

/** The verdicts of a bulk read in request order; a single failure if the whole call failed. Never throws. */
export function classifyReadManyResponse(outcome: TransportOutcome): ReadOutcome[] | FailureVerdict {
  return classify<ReadManyBody, ReadOutcome[] | FailureVerdict>(outcome, readManyBody, (body) =>
    body.verdict !== "read_many" ? toFailure(body) : body.answers.map(toBulkRead),
  );
}

function toBulkRead(answer: Extract<ReadManyBody, { verdict: "read_many" }>["answers"][number]): ReadOutcome {
  if (answer.verdict === "read") return toRead(answer);
  if (answer.verdict !== "failed") return toFailure(answer);
  const { code, message } = answer;
  return failure(classifyByCode(code) ?? "unknown", code, { httpStatus: 200, message }, { throttled: true });
}

/** The verdict of a saved search; its failures are a read's. Never throws. */
export function classifySearchResponse(outcome: TransportOutcome): SearchOutcome {
  return classify<SearchBody, SearchOutcome>(outcome, searchBody, (body) => {
    if (body.verdict !== "search") return toFailure(body);
    const { rows, complete } = body;
    return { class: "search", ...ok("SEARCH", "Found in NetSuite."), rows, complete };
  });
}

/** The verdict of a probe. An `unknown` probe says nothing about the write itself. Never throws. */
export function classifyProbeResponse(outcome: TransportOutcome): ProbeOutcome {
  return classify<ProbeBody, ProbeOutcome>(outcome, probeBody, (body) => {
    switch (body.verdict) {
      case "applied":
        return toApplied(body);
      case "started":
        return {
          class: "started",
          ...ok("STARTED", "NetSuite began this write; the record does not show it."),
          record: body.record,
          live: body.live,
          liveMatches: body.live_matches,
        };
      case "not_found":
        return {
          class: "not_found",
          ...ok("NOT_FOUND", "NetSuite has not written this action."),
          live: body.live,
        };
      default:
        return toFailure(body);
    }
  });
}

function classify<Body, Verdict>(
  outcome: TransportOutcome,
  schema: z.ZodType<Body>,
  translate: (body: Body) => Verdict,
  classOf = classifyByCode,
): Verdict | FailureVerdict {
  if (outcome.kind === "unsigned") return classifyUnsigned(outcome);
  if (outcome.kind === "error") return classifyUnanswered(outcome);
  const body = parseBody(outcome.bodyText);
  if (isOfAnother(body, outcome.requestId))
    return failure("unknown", FOREIGN_ANSWER, { httpStatus: outcome.status, message: null }, {});
  if (outcome.status === 200) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return translate(parsed.data);
  }
  return classifyFailure(outcome, body, classOf);
}

/** NetSuite may have executed a request that failed after its first byte, whatever the code. */
function classifyUnanswered({ code, phase }: Extract<TransportOutcome, { kind: "error" }>): FailureVerdict {
  if (phase === "after_send") return failure("unknown", code, { httpStatus: null, message: null }, {});
  const unsent = unsentCode(code);
  const details = { httpStatus: null, message: unsent === code ? null : code };
  const throttled = isOwnRefusal(code);
  return failure("not_executed", unsent, details, { throttled });
}

const named = z.object({ request_id: z.string() });

/**
 * Our RESTlet says which request it answers, so that a late, doubled or mixed up answer is not taken for that of another write. A RESTlet of
 * an earlier release names none.
 */
function isOfAnother(body: unknown, requestId: string | undefined): boolean {
  const answered = named.safeParse(body).data?.request_id;
  return requestId !== undefined && answered !== undefined && answered !== requestId;
}

function classifyUnsigned({ code, reason, message, retryAfterSeconds }: UnsignedOutcome): FailureVerdict {
  const details = { httpStatus: null, message };
  const retryAfter = retryAfterSeconds === null ? undefined : String(retryAfterSeconds);
  const failureClass = reason === "refused" ? "lane_halt" : "not_executed";
  return failure(failureClass, code, details, { throttled: reason === "busy", retryAfter });
}

function classifyFailure(
  outcome: Extract<TransportOutcome, { kind: "response" }>,
  body: unknown,
  classOf: typeof classifyByCode,
): FailureVerdict {
  const { status, headers } = outcome;
  const error = readErrorBody(body);
  const details = { httpStatus: status, message: error?.message ?? outcome.bodyText.slice(0, 200) };
  const byCode = error ? classOf(error.code) : null;
  const failureClass = byCode ?? classifyByStatus(status);
  // A refusal by status may be a proxy's, with a code of its own: it must not pass for NetSuite's word.
  const isForeign = byCode === null && failureClass === "terminal";
  const ownCode = status === 200 ? "UNREADABLE_BODY" : `HTTP_${status}`;
  const code = !error || isForeign || isOwnCode(error.code) ? ownCode : error.code;
  return failure(failureClass, code, details, { throttled: true, retryAfter: headers["retry-after"] });
}

const errorBody = z.object({ error: z.object({ code: z.string().min(1), message: z.unknown() }) });
const innerError = z.object({ name: z.string().optional(), message: z.string() });

/**
 * SuiteScript 2.x puts a JSON document inside `message`, so the text is parsed twice. The inner name counts only if the
 * table has no row for the outer code.
 */
function readErrorBody(body: unknown): { code: string; message: string } | null {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return null;
  const { code, message } = parsed.data.error;
  const text = typeof message === "string" ? message : (JSON.stringify(message) ?? "");
  const inner = innerError.safeParse(typeof message === "string" ? parseBody(message) : message);
  const innerName = inner.success ? inner.data.name : undefined;
  const innerMessage = inner.success ? inner.data.message : text;
  return {
    code: classifyByCode(code) === null ? (innerName ?? code) : code,
    message: innerMessage.slice(0, VERDICT_LIMITS.internalMessageLengthMax),
  };
}

/** Escapes of NUL and of halves of characters, which JSON has and no column takes. Whole characters are often escaped in halves too. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

function parseBody(text: string): unknown {
  if (text.length > VERDICT_LIMITS.bodyLengthMax) return undefined;
  const body = parseJson(text);
  return unstorable.test(text) ? storable(body) : body;
}

/** Levels that no answer of ours has; a document of more is none. */
const levelsMax = 32;

function storable(value: unknown, levels = 0): unknown {
  if (typeof value === "string") return storableText(value);
  if (value === null || typeof value !== "object") return value;
  if (levels === levelsMax) return null;
  if (Array.isArray(value)) return value.map((entry) => storable(entry, levels + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, storable(entry, levels + 1)]),
  );
}

function ok(code: string, publicMessage: string): VerdictBase {
  return { code, publicMessage, details: { httpStatus: 200, message: null } };
}

function toApplied(body: AppliedBody): AppliedVerdict {
  const { record, readback, committed_at: committedAt, duplicate } = body;
  const base = ok("APPLIED", "Written to NetSuite.");
  return { class: "applied", ...base, record, readback, committedAt, duplicate };
}

function toRead({ record, values, facts }: Extract<ReadBody, { verdict: "read" }>): ReadVerdict {
  return { class: "read", ...ok("READ", "Read from NetSuite."), record, values, facts };
}

function toFailure(body: FailureBody): FailureVerdict {
  if (body.verdict === "stale") {
    const base = ok(body.reason.toUpperCase(), publicMessages.stale);
    const details = { ...base.details, message: body.message ?? null };
    return { class: "stale", ...base, details, reason: body.reason, live: body.live };
  }
  // Our RESTlet did not begin: it came too late, which is no failure of the write.
  const load = { throttled: body.verdict === "not_executed" };
  const verdict = failure(body.verdict, body.code, { httpStatus: 200, message: body.message }, load);
  // A refusal in the words of our own RESTlet, which name what is wrong, and may quote a value of the proposal's.
  return body.verdict === "terminal"
    ? { ...verdict, publicMessage: revealedLine(body.message, VERDICT_LIMITS.publicMessageLengthMax) }
    : verdict;
}

function failure(
  failureClass: FailureClass,
  code: string,
  details: VerdictDetails,
  load: { throttled?: boolean; retryAfter?: string | undefined },
): FailureVerdict {
  const { codeLengthMax } = VERDICT_LIMITS;
  const base = {
    code: storableText(code.slice(0, codeLengthMax)),
    publicMessage: publicMessageOf(failureClass, code),
    details: { ...details, message: details.message === null ? null : storableText(details.message) },
  };
  switch (failureClass) {
    case "not_executed":
      return {
        class: failureClass,
        ...base,
        throttled: load.throttled ?? false,
        retryAfterSeconds: readRetryAfter(load.retryAfter),
      };
    case "stale":
      return { class: failureClass, ...base, reason: "record_missing", live: [] };
    default:
      return { class: failureClass, ...base };
  }
}
