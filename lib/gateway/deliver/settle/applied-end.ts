import type { AppliedEnd } from "@/db/queries/pushes/settle-push";
import { isRoll, linePayloadOf } from "@/lib/action-types/payload/lines";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { AppliedVerdict } from "@/lib/core/push/verdict";
import { compareReadback } from "@/lib/destinations/requests";
import { hashReadback, sealSettlement } from "@/lib/gateway/ledger/seals/settlement-seal";
import { type Settlement, settlementDetailsOf } from "./settlement";

/**
 * The records of an applied write: its proof, compared line by line, sealed, and stated in the action's event. A single
 * write ends its action with its own proof; a line of a roll has an event of its own.
 * @throws Error where the payload has no such line.
 */
export function appliedEndOf({ tenantId, context, fence }: Settlement, verdict: AppliedVerdict): AppliedEnd {
  const { record, committedAt: committed_at, duplicate } = verdict;
  const { pushId, actionId, actionKey, actionType, payloadHash: payload_hash } = context;
  const payload = linePayloadOf(JSON.parse(context.payloadText) as ProposalPayload, context.lineNo);
  if (!payload) throw new Error(`push ${pushId} is for a line that its payload does not have`);
  const readback = compareReadback(payload, verdict.readback);
  const verification = readback.every((line) => line.matches) ? "verified" : "mismatch";
  const readback_hash = hashReadback(readback);
  const write = { ...context, tenantId, record, committedAt: committed_at };
  const seal = sealSettlement({ ...write, readbackHash: readback_hash });
  return {
    tenant_id: tenantId,
    push_id: pushId,
    action_id: actionId,
    action_key: actionKey,
    fence,
    ns_internal_id: record.id,
    readback,
    verification,
    response: { record, readback, committed_at, duplicate, seal },
    how_to_reverse: actionTypeOf(payload.action_type)?.undo(payload) ?? null,
    event_type: isRoll(actionType) ? "push.line_applied" : "hitl.applied",
    details: {
      ...settlementDetailsOf(context, fence),
      ns_internal_id: record.id,
      verification,
      duplicate,
      committed_at,
      record_type: record.type,
      payload_hash,
      readback_hash,
      seal,
      ...(context.destination === "internal" ? { destination: context.destination } : {}),
    },
    ends_action: !isRoll(actionType),
  };
}
