import type { PushContext } from "@/db/queries/pushes/pushes";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { pushRequestOf } from "./push-request";

/**
 * The last check before anything leaves: what is about to be sent is what was shown and approved, byte for byte. Returns
 * the fault in words, or null.
 */
export function findPayloadFault(tenantId: number, context: PushContext): string | null {
  if (sha256Hex(context.payload_text) !== context.payload_hash)
    return "The stored payload no longer has the hash that was approved.";
  if (context.push_payload_hash !== context.payload_hash)
    return "The push was made for another payload than the one approved.";
  if (!context.decision_stands) return "No decision on this payload is on record.";
  if (context.action_status !== "approved") return `The action is ${context.action_status}, not approved.`;
  const stored = {
    tenantId,
    actionId: context.action_id,
    payloadText: context.payload_text,
    payloadHash: context.payload_hash,
    customerRef: null,
  };
  const rebuilt = pushRequestOf(stored, context.line_no);
  if (!rebuilt) return "The approved payload has no such line.";
  if (rebuilt.destination !== context.destination) return "The push was queued for another destination.";
  // jsonb keeps no key order, so both sides are compared in canonical form.
  const same = canonicalText(rebuilt.payload) === canonicalText(context.payload_json);
  return same ? null : "The request that was queued is not the one the approved payload makes.";
}
