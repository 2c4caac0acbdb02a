import type { CallEnd, EndedCall } from "@/db/queries/workflows/model-calls";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on how a call of a model ended and what it used: costs, and the cap on a day's costs, go by it. Whoever holds the
 * database could otherwise end a call without costs before its answer comes (docs/adr/0114).
 */
export const sealCall = (call: CallEnd): string => keyedHash("run", textOf(call));

/** True where the app wrote how the call ended, and its cost is what its price says. A call that has not ended says nothing. */
export const isProvenCall = (call: EndedCall): boolean =>
  call.costFits && matchesKeyedHash("run", textOf(call), call.seal);

const textOf = ({ tenantId, stepId, attempt, provider, model, status, tokens }: CallEnd): string =>
  canonicalText({ kind: "call", tenantId, stepId, attempt, provider, model, status, tokens });
