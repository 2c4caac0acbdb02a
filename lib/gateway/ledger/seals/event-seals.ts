import { type EventBody, readBody } from "@/lib/core/ledger/replay/event-body";
import { carriesSeal } from "@/lib/core/ledger/replay/unsealed";
import { type KeyRing, keyRing } from "@/lib/secrets/key-ring";
import { findEventKey, findExtensionKey } from "./sealed-event";
import { findIntakeKey } from "./intake-seal";
import { findRunKey, runOfState } from "./run-seal";
import { findEndOfLinesKey, findSettlementKey } from "./settlement-seal";
import { findRejectionKey, findVoteKey } from "./vote-seal";

/**
 * The app's seal in an event's own text: of a proposal, a decision, an end, the beginning of a run. The text holds the
 * hashes of the rows that it speaks about, so no other row is read (docs/adr/0065).
 */
export type SealState =
  /** The key under which the seal fits. */
  | keyof KeyRing
  /** Its type carries a seal, and this one has none that fits; or the text is none of the app's. */
  | "missing"
  /** Its type carries none. */
  | "none";

/** @param text the event's hashed bytes. */
export function findSeal(tenantId: number, text: string, keys: KeyRing = keyRing()): SealState {
  const body = readBody(text);
  if (body === null) return "missing";
  if (!carriesSeal(body.entity_type, body.type)) return "none";
  if (body.tenant_id !== tenantId) return "missing";
  try {
    return findKey(tenantId, body, keys) ?? "missing";
  } catch {
    // A number or a depth that the app writes nowhere has no canonical form. One such text must not end the sealing of all others.
    return "missing";
  }
}

function findKey(tenantId: number, body: EventBody, keys: KeyRing): keyof KeyRing | null {
  const { entity_id: actionId, details } = body;
  switch (body.type) {
    case "run.started":
      return findRunKey(runOfState(tenantId, body.state ?? {}), stringOf(details.seal), keys);
    case "hitl.proposed": {
      const evidenceHash = body.rows?.action ?? "";
      return findIntakeKey({ tenantId, actionId, evidenceHash }, stringOf(details.intake_seal), keys);
    }
    case "hitl.vote_recorded":
    case "hitl.approved":
    case "hitl.rejected": {
      const vote = {
        tenantId,
        actionId,
        payloadHash: String(details.payload_hash),
        riskLevel: Number(details.risk_level),
        userId: numberOf(details.user_id),
        standingAuthorisationId: numberOf(details.standing_authorisation_id),
      };
      const findVotersKey = body.type === "hitl.rejected" ? findRejectionKey : findVoteKey;
      return findVotersKey(vote, stringOf(details.seal), keys);
    }
    case "push.line_applied":
      return findWriteKey(tenantId, body, keys);
    case "hitl.applied":
      // That of a roll has the counts of its lines; a line's own seal proves no more than the line.
      return "lines" in details ? findEndKey(tenantId, body, keys) : findWriteKey(tenantId, body, keys);
    case "hitl.extended": {
      const extension = {
        tenantId,
        actionId,
        userId: Number(details.user_id),
        reason: String(details.reason),
      };
      return findExtensionKey(extension, stringOf(details.seal), keys);
    }
    default:
      return findEventKey(tenantId, body, keys);
  }
}

function findWriteKey(
  tenantId: number,
  { entity_id: actionId, details }: EventBody,
  keys: KeyRing,
): keyof KeyRing | null {
  const write = {
    tenantId,
    actionId,
    pushId: Number(details.push_id),
    payloadHash: String(details.payload_hash),
    record: { type: String(details.record_type), id: String(details.ns_internal_id) },
    readbackHash: String(details.readback_hash),
    committedAt: stringOf(details.committed_at),
  };
  return findSettlementKey(write, stringOf(details.seal), keys);
}

function findEndKey(
  tenantId: number,
  { entity_id: actionId, details }: EventBody,
  keys: KeyRing,
): keyof KeyRing | null {
  const lines = details.lines as Record<string, number> | undefined;
  const end = { tenantId, actionId, verification: String(details.verification), lines: lines ?? {} };
  return findEndOfLinesKey(end, stringOf(details.seal), keys);
}

const stringOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
