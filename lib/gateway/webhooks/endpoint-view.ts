import type { TenantTransaction } from "@/db/client";
import { type ListedEndpoint, listEndpoints } from "@/db/queries/webhooks/endpoints";
import type { EndpointView } from "@/lib/contract/settings/webhooks";
import { isoOf } from "@/lib/core/values/time";
import { openEndpointBox } from "./endpoint-box";

export function endpointViewOf(row: ListedEndpoint, now: Date): EndpointView {
  const box = openEndpointBox(row);
  const until = box?.before?.until ?? null;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    state: row.state === "enabled" ? "enabled" : "disabled",
    disabled_because: row.disabledBecause,
    disabled_at: isoOf(row.disabledAt),
    public_key: box?.keys.publicKey ?? null,
    previous_keys_until: until !== null && Date.parse(until) > now.getTime() ? until : null,
    failing_since: isoOf(row.failingSince),
    delivered_at: isoOf(row.deliveredAt),
    waiting: row.waiting,
    last_24_hours: { delivered: row.delivered, failed: row.failed },
    created_at: isoOf(row.createdAt)!,
    created_by: row.createdByLabel,
  };
}

export async function endpointViewIn(
  tx: TenantTransaction,
  tenantId: number,
  { id, now }: { id: number; now: Date },
): Promise<EndpointView> {
  const [row] = await listEndpoints(tx, tenantId, { id, now });
  return endpointViewOf(row!, now);
}
