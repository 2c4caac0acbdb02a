import { inTenant } from "@/db/client";
import { countHandled, listHandled } from "@/db/queries/ledger/subscribers";
import type { SubscriberList } from "@/lib/contract/monitoring/subscribers";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { SUBSCRIBERS } from "@/lib/subscribers";

const latestMax = 10;

/** Every subscriber with its figures of seven days and the latest of what it did. Outcomes are content: they name customers. */
export async function readSubscribers(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<SubscriberList> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const { seesContent } = await sightIn(tx, person);
    const items: SubscriberList["items"] = [];
    for (const { id, title, event, purpose } of SUBSCRIBERS) {
      const figures = await countHandled(tx, tenantId, id);
      const latest = await listHandled(tx, tenantId, id, latestMax);
      items.push({
        id,
        title,
        event,
        purpose,
        handled: figures.handled,
        concerned: figures.concerned,
        last_at: isoOf(figures.lastAt),
        latest: latest.map((one) => ({
          action_id: one.actionId,
          outcome: seesContent ? one.outcome : null,
          handled_at: isoOf(one.handledAt),
        })),
      });
    }
    return { redacted: !seesContent, items };
  });
}
