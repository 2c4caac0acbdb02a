import type { ReceiptRequest, StepReceipt, FullReceipt } from "@/db/queries/workflows/receipts";
import { canonicalHash, canonicalText } from "@/lib/core/ledger/payload-hash";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's two seals on a receipt of a step: on what it asked, made before anything leaves, and on how that ended. Each is of one
 * attempt, so that the seal of a former attempt proves nothing of a later one (docs/adr/0107, 0114).
 */

export const sealRequest = (request: ReceiptRequest): string => keyedHash("run", textOfRequest(request));

/** True where the app wrote what the receipt says was asked: by which run and step, where, under which key and answer of the policy. */
export const isGenuineRequest = (receipt: FullReceipt): boolean =>
  matchesKeyedHash("run", textOfRequest(receipt), receipt.requestSeal);

const textOfRequest = (request: ReceiptRequest): string =>
  canonicalText({
    kind: "request",
    tenantId: request.tenantId,
    runId: request.runId,
    stepId: request.stepId,
    idempotencyKey: request.idempotencyKey,
    toolName: request.toolName,
    requestHash: canonicalHash(request.requestMetadata),
    reversible: request.reversible,
    howToReverse: request.howToReverse,
    attempt: request.attempt,
  });

export interface ReceiptEnd extends Pick<StepReceipt, "idempotencyKey" | "attempt" | "status"> {
  tenantId: number;
  /** The stored part of the answer. */
  response: unknown;
  /** The part that later steps see. */
  result: unknown;
}

export const sealReceipt = (end: ReceiptEnd): string => keyedHash("run", textOfEnd(end));

export const isGenuineReceipt = (
  tenantId: number,
  { responseMetadata: response, resultJson: result, seal, ...receipt }: StepReceipt,
): boolean => matchesKeyedHash("run", textOfEnd({ ...receipt, tenantId, response, result }), seal);

const textOfEnd = ({ tenantId, idempotencyKey, attempt, status, response, result }: ReceiptEnd): string =>
  canonicalText({
    kind: "receipt",
    tenantId,
    idempotencyKey,
    attempt,
    status,
    responseHash: canonicalHash(response ?? null),
    resultHash: canonicalHash(result ?? null),
  });
