import type { TenantTransaction } from "@/db/client";
import { type LedgerEntry, appendEvent } from "@/db/queries/ledger/events";
import { queueWebhook } from "@/db/queries/webhooks/deliveries";
import { disableEndpoint } from "@/db/queries/webhooks/endpoints";
import type { DisabledBecause } from "@/lib/core/webhook/webhook";

/** The subject of an endpoint's chain in the ledger. */
export const ENDPOINT_SUBJECT = "webhook_endpoint";

type Actor = Pick<LedgerEntry, "tenantId" | "actorKind" | "actorLabel">;

/** Nothing more is sent to it until a person enables it. The ledger has it, and so do the company's other endpoints. 0: it was not enabled. */
export async function disableAndNotify(
  tx: TenantTransaction,
  actor: Actor,
  { id, because, now }: { id: number; because: DisabledBecause; now: Date },
): Promise<number> {
  const { tenantId } = actor;
  const disabled = await disableEndpoint(tx, tenantId, { id, because, now });
  if (disabled === 0) return 0;
  await appendEvent(tx, {
    ...actor,
    entityType: ENDPOINT_SUBJECT,
    entityId: id,
    type: "webhook_endpoint.disabled",
    details: { because },
  });
  await queueWebhook(tx, tenantId, { type: "endpoint.disabled", subjectId: id, status: "disabled" });
  return disabled;
}
