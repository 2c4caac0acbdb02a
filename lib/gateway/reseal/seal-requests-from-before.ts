import type { CompleteMigration } from "@/db/migrate";
import type { FullReceipt } from "@/db/queries/workflows/receipts";
import {
  callsFromBefore,
  keepCallSeals,
  keepRequestSeals,
  pastTheGuards,
  wholeReceiptsFromBefore,
} from "@/db/seed/runs-from-before";
import { canonicalHash, canonicalText } from "@/lib/core/ledger/payload-hash";
import { sealCall } from "@/lib/gateway/ledger/seals/call-seal";
import { sealReceipt, sealRequest } from "@/lib/gateway/ledger/seals/receipt-seal";
import { matchesKeyedHash } from "@/lib/secrets/keyed-hash";

const firstSealed = "0068_sealed_requests.sql";

/**
 * Seals the requests of receipts and the ends of models' calls that were there when these seals came, in the transaction that
 * migrates: the database was trusted with them until then. The seals of receipts' ends held nothing of the response: those that fit
 * are made again with it, others are left.
 */
export const sealRequestsFromBefore: CompleteMigration = async (tx, ran) => {
  if (!ran.includes(firstSealed)) return;
  await pastTheGuards(tx, async () => {
    for await (const receipts of wholeReceiptsFromBefore(tx))
      await keepRequestSeals(
        tx,
        receipts.map((receipt) => ({
          id: receipt.id,
          seal: sealOfEnd(receipt),
          request: sealRequest(receipt),
        })),
      );
    for await (const calls of callsFromBefore(tx))
      await keepCallSeals(
        tx,
        calls.map((call) => ({ id: call.id, seal: sealCall(call) })),
      );
  });
};

const sealOfEnd = (receipt: FullReceipt): string | null =>
  matchesKeyedHash("run", formerTextOfEnd(receipt), receipt.seal)
    ? sealReceipt({ ...receipt, response: receipt.responseMetadata, result: receipt.resultJson })
    : receipt.seal;

const formerTextOfEnd = ({ tenantId, idempotencyKey, attempt, status, resultJson }: FullReceipt): string =>
  canonicalText({
    kind: "receipt",
    tenantId,
    idempotencyKey,
    attempt,
    status,
    resultHash: canonicalHash(resultJson),
  });
