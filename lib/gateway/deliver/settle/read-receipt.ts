import { inTenant } from "@/db/client";
import { findAppliedReceipt } from "@/db/queries/pushes/receipts";
import type { PushContext } from "@/db/queries/pushes/pushes";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import type { Gateway } from "@/lib/gateway/context";
import { findSettlementKey, hashReadback } from "@/lib/gateway/ledger/seals/settlement-seal";

/**
 * The verdict on a push whose receipt says that it was written already: the same answer again, and nothing is sent. A
 * receipt that does not speak of this payload, or that the app did not seal, proves nothing: a person looks.
 */
export async function verdictOfReceipt(
  tenantId: number,
  context: PushContext,
  gateway: Gateway,
): Promise<WriteVerdict> {
  const { actionKey, payloadHash } = context;
  const receipt = await inTenant(gateway.database, tenantId, (tx) =>
    findAppliedReceipt(tx, tenantId, actionKey),
  );
  const details = { httpStatus: null, message: null };
  if (!receipt?.response?.record || receipt.payloadHash !== payloadHash) {
    const publicMessage =
      "A receipt says that something was written under this key, but not that it was this.";
    return { class: "terminal", code: "RECEIPT_EXISTS", publicMessage, details };
  }
  const { record, readback, committed_at: committedAt, seal } = receipt.response;
  const write = { ...context, tenantId, record, readbackHash: hashReadback(readback), committedAt };
  if (findSettlementKey(write, seal) === null) {
    const publicMessage =
      "A receipt says that this was written, but it does not carry the seal of this installation.";
    return { class: "terminal", code: "RECEIPT_UNPROVEN", publicMessage, details };
  }
  return {
    class: "applied",
    code: "RECEIPT_EXISTS",
    publicMessage: "It was written already, as its receipt says.",
    details,
    record,
    readback: readback.map(({ field, actual }) => ({ field, value: actual })),
    committedAt,
    duplicate: true,
  };
}
