import { type Database, type TenantTransaction, inTenant } from "@/db/client";
import type { ReadRequest, WriteRequest } from "@/lib/destinations/requests";
import type { AppliedVerdict, ProbeOutcome, ReadOutcome, WriteVerdict } from "@/lib/core/push/verdict";
import type { Destination } from "@/lib/destinations/destination";
import { isPast } from "@/db/queries/pushes/internal-writes";
import { describeError, log } from "@/lib/log";
import { type KeptWrite, type Keeper, keeperOf } from "./keepers";

/**
 * Writes into our own tables through the same interface and verdicts as NetSuite, so leases, receipts, probes and
 * read-backs work alike. Never throws.
 */
export function createInternalDestination(database: Database, tenantId: number): Destination {
  const within = <T>(work: (tx: TenantTransaction) => Promise<T>) => inTenant(database, tenantId, work);
  return {
    reserve: async () => ({ release: () => undefined }),
    write: (request, sending) =>
      answer(async () => {
        const notAfter = sending ? await sending.confirm() : undefined;
        if (notAfter === null) return notConfirmed();
        return within((tx) => write(tx, tenantId, request, notAfter));
      }),
    read: (request) => answer(async () => read(request)),
    probe: (request) => answer(() => within((tx) => probe(tx, tenantId, request))),
  };
}

/** After a fault before the commit's answer, the outcome is unknown until a probe finds out. */
async function answer<T>(work: () => Promise<T>): Promise<T | Failure<"unknown">> {
  try {
    return await work();
  } catch (error) {
    log.warn({ error: describeError(error) }, "An internal write failed with an unknown outcome");
    return failure("unknown", "INTERNAL_FAULT", "It is not known whether this was kept.");
  }
}

async function write(
  tx: TenantTransaction,
  tenantId: number,
  request: WriteRequest,
  notAfter: string | undefined,
): Promise<WriteVerdict> {
  const keeper = keeperOf(request.action_type);
  if (!keeper) return failure("terminal", "UNKNOWN_ACTION_TYPE", "This is not a write that stays with us.");
  const existing = await keeper.find(tx, tenantId, request.action_key);
  if (existing) return answerFor(existing, request, true);
  // A sender that was frozen after its last look comes here long after others took its push over.
  if (notAfter && (await isPast(tx, notAfter))) return notConfirmed();
  await keeper.keep(tx, tenantId, request);
  // A concurrent write with the same key may have won; the look-up then returns that row.
  const stored = await keeper.find(tx, tenantId, request.action_key);
  return stored
    ? answerFor(stored, request, false)
    : failure("unknown", "NOT_KEPT", "It could not be read back.");
}

async function probe(
  tx: TenantTransaction,
  tenantId: number,
  request: Omit<WriteRequest, "op">,
): Promise<ProbeOutcome> {
  const stored = await keeperOf(request.action_type)?.find(tx, tenantId, request.action_key);
  if (stored) return answerFor(stored, request, true);
  return { class: "not_found", ...verdictText("NOT_FOUND", "Nothing was kept under this key."), live: [] };
}

/** Drafts and cache versions are always new, so there is no current value to read. */
function read(request: ReadRequest): ReadOutcome {
  const keeper: Keeper | null = keeperOf(request.action_type);
  if (!keeper) return failure("terminal", "UNKNOWN_ACTION_TYPE", "This is not a write that stays with us.");
  return {
    class: "read",
    ...verdictText("READ", "Nothing has to be looked up."),
    record: keeper.recordOf(request.target),
    values: request.fields.map((field) => ({ field, value: null })),
    facts: {},
  };
}

function answerFor(
  stored: KeptWrite,
  request: Pick<WriteRequest, "payload_hash" | "changes" | "target">,
  duplicate: boolean,
): AppliedVerdict | Failure<"terminal"> {
  if (stored.payloadHash !== request.payload_hash)
    return failure("terminal", "ACTION_KEY_REUSED", "This action key belongs to another payload.");
  if (!isAsApproved(stored, request))
    return failure(
      "terminal",
      "NOT_AS_APPROVED",
      "Under this action key something else is kept than was approved.",
    );
  return {
    class: "applied",
    ...verdictText("APPLIED", "Kept by Countersign."),
    record: stored.record,
    readback: request.changes.map(({ field }) => ({ field, value: stored.values[field] ?? null })),
    committedAt: stored.keptAt.toISOString(),
    duplicate,
  };
}

/** Nothing else than what was asked for, also where nothing was asked for: a copy to somebody whom nobody saw. */
function isAsApproved(
  { values, target, made = true }: KeptWrite,
  { changes, target: asked }: Pick<WriteRequest, "changes" | "target">,
): boolean {
  const wanted = (field: string) => changes.find((change) => change.field === field)?.to ?? "";
  return (
    made &&
    Object.entries(values).every(([field, value]) => (value ?? "") === String(wanted(field))) &&
    Object.entries(target).every(([name, value]) => value === (asked[name as keyof typeof asked] ?? ""))
  );
}

function notConfirmed(): WriteVerdict {
  const text = verdictText("NOT_CONFIRMED", "It was stopped before it was kept.");
  return { class: "not_executed", ...text, throttled: true, retryAfterSeconds: null };
}

interface Failure<Class> extends ReturnType<typeof verdictText> {
  class: Class;
}

function failure<Class extends "terminal" | "unknown">(
  failureClass: Class,
  code: string,
  message: string,
): Failure<Class> {
  return { class: failureClass, ...verdictText(code, message) };
}

function verdictText(code: string, publicMessage: string) {
  return { code, publicMessage, details: { httpStatus: null, message: null } };
}
