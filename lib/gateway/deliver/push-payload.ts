import type { PushContext } from "@/db/queries/pushes/pushes";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { PayloadError } from "@/lib/destinations/requests";
import { isTakenIn } from "@/lib/gateway/ledger/seals/intake-seal";
import { pushRequestOf } from "./push-request";
import { findApprovalFault } from "@/lib/gateway/ledger/seals/vote-seal";

/** Why the request is not sent: the code of its dead letter, and the reason in words. */
export interface PayloadFault {
  code:
    "PAYLOAD_HASH_MISMATCH" | "PAYLOAD_OUTDATED" | "PROPOSAL_UNPROVEN" | "APPROVAL_UNPROVEN" | "NOT_ENTITLED";
  message: string;
}

/**
 * The last check before anything leaves: the stored payload has the approved hash, the request in canonical form is the
 * one that this payload makes, and the ledger proves that the app took the proposal in and let its approval through. Null: it holds. Outdated: an earlier release approved a payload that this one does not send.
 */
export function findPayloadFault(tenantId: number, context: PushContext): PayloadFault | null {
  try {
    const mismatch = findMismatch(tenantId, context);
    if (mismatch !== null) return { code: "PAYLOAD_HASH_MISMATCH", message: mismatch };
    if (!context.entitled)
      return { code: "NOT_ENTITLED", message: "The tenant may not have such writes made." };
    return findUnproven(tenantId, context);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    const message = `This release does not send such a write any more: ${error.message}`;
    return { code: "PAYLOAD_OUTDATED", message };
  }
}

/**
 * The same of a write that a probe found made. What may not be sent any more was lawful when it was, so that entitlement
 * and release are not asked; without the proof it was nobody's, whatever a row says of its sending.
 */
export function findFaultOfWritten(tenantId: number, context: PushContext): PayloadFault | null {
  const fault = findPayloadFault(tenantId, context);
  return fault?.code === "NOT_ENTITLED" || fault?.code === "PAYLOAD_OUTDATED"
    ? findUnproven(tenantId, context)
    : fault;
}

/** The ledger proves who took it in, and who approved it. */
function findUnproven(tenantId: number, context: PushContext): PayloadFault | null {
  if (!isTakenIn({ ...context, tenantId }, context.intakeSeals))
    return { code: "PROPOSAL_UNPROVEN", message: "The app did not take this proposal in as it is stored." };
  // Tier, policy and entitlement went by the row's type.
  const { action_type: type } = JSON.parse(context.payloadText) as { action_type?: unknown };
  if (type !== context.actionType)
    return { code: "PROPOSAL_UNPROVEN", message: "The payload is of another type of action than the row." };
  const unproven = findApprovalFault({ ...context, tenantId });
  return unproven === null ? null : { code: "APPROVAL_UNPROVEN", message: unproven };
}

/** @throws PayloadError */
function findMismatch(tenantId: number, context: PushContext): string | null {
  if (sha256Hex(context.payloadText) !== context.payloadHash)
    return "The stored payload no longer has the hash that was approved.";
  if (context.pushPayloadHash !== context.payloadHash)
    return "The push was made for another payload than the one approved.";
  if (!context.decisionStands) return "No decision on this payload is on record.";
  if (context.actionStatus !== "approved") return `The action is ${context.actionStatus}, not approved.`;
  const rebuilt = pushRequestOf({ ...context, tenantId, customerRef: null }, context.lineNo);
  if (!rebuilt) return "The approved payload has no such line.";
  if (rebuilt.destination !== context.destination) return "The push was queued for another destination.";
  // jsonb keeps no key order, so both sides are compared in canonical form.
  const same = canonicalText(rebuilt.payload) === canonicalText(context.requestJson);
  return same ? null : "The request that was queued is not the one the approved payload makes.";
}
