import type { TenantTransaction } from "@/db/client";
import { type SentBefore, listSentBefore } from "@/db/queries/workflows/repeated-steps";
import { isGenuineReceipt, isGenuineRequest } from "@/lib/gateway/ledger/seals/receipt-seal";
import { foreignReceipt } from "@/lib/runtime/tools/foreign-receipt";
import { outsideKeyOf } from "@/lib/runtime/tools/outside-key";
import { type ToolCall, type ToolResult, failed } from "@/lib/runtime/tools/tool";

/** Under which key a re-run's request goes out: one that its address may know already goes under the key that it knows. */

type Request = Readonly<Record<string, unknown>>;

/**
 * The key of the same request of an earlier run, or a key of its own. How the step failed where an earlier run sent another request that
 * may have arrived: one key would stand for two requests, and two keys for one step could do it twice.
 */
export async function keyToSendUnder(
  tx: TenantTransaction,
  call: ToolCall,
  request: Request,
): Promise<string | ToolResult> {
  const { tenantId, run, step } = call;
  const sent = await listSentBefore(tx, tenantId, { ...step, runId: run.id });
  if (!sent.every(isGenuineRequest)) return foreignReceipt();
  // A request that its address refused is over, and so is whatever was sent before it. A refusal without the app's seal is none.
  const refused = sent.findIndex((one) => one.status === "failed" && isGenuineReceipt(tenantId, one));
  const open = refused === -1 ? sent : sent.slice(0, refused);
  const first = firstOfTheLast(open);
  if (first && isSame(first.requestMetadata, request)) {
    const { idempotencyKey, runCreatedAt: createdAt } = first;
    return outsideKeyOf({ tenantId, run: { createdAt }, step: { idempotencyKey } });
  }
  const hasArrived = (one: SentBefore) => one.status !== "not_sent" || !isGenuineReceipt(tenantId, one);
  return request.method === "GET" || !open.some(hasArrived) ? outsideKeyOf(call) : another();
}

/** The newest request was sent first by this receipt, whose key it has gone under since. Null: none was sent. */
function firstOfTheLast(newestFirst: readonly SentBefore[]): SentBefore | null {
  const [last] = newestFirst;
  if (!last) return null;
  const end = newestFirst.findIndex((one) => !isSame(one.requestMetadata, last.requestMetadata));
  return newestFirst.at(end === -1 ? -1 : end - 1)!;
}

/** Headers do not count: they may hold a secret that was replaced. */
const isSame = (one: Request, other: Request): boolean =>
  ["method", "url_hash", "body_hash"].every((part) => one[part] === other[part]);

const another = () =>
  failed(
    "differs_from_before",
    "An earlier run sent this step's request with another address or body, and nobody can say that it did not arrive. Look there, then start a new run.",
  );
