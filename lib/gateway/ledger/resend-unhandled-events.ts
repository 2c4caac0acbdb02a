import { inTenant } from "@/db/client";
import { resendUnhandled } from "@/db/queries/ledger/subscribers";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";
import { SUBSCRIBERS } from "@/lib/subscribers";

const limits = { roundsMax: 4, firstWaitMinutes: 10, eventsMax: 500 };

/**
 * Sends subscribers' events again, under new ids, that Inngest took and that a subscriber has no receipt for: Inngest can
 * lose an event whose function was not registered. It does so 10, 40, 160 and 640 minutes after the last sending, and looks
 * back for a day. A subscriber that has handled the event already does nothing.
 */
export async function resendUnhandledEvents(gateway: Gateway = getGateway()): Promise<{ resent: number }> {
  const failure = "One tenant's events could not be sent again; the others go on";
  const resent = await sumOverTenants(gateway, failure, (tenantId) => resendForTenant(tenantId, gateway));
  return { resent };
}

async function resendForTenant(tenantId: number, gateway: Gateway): Promise<number> {
  let resent = 0;
  for (const event of new Set(SUBSCRIBERS.map((subscriber) => subscriber.event))) {
    const subscribers = SUBSCRIBERS.filter((subscriber) => subscriber.event === event).map(({ id }) => id);
    resent += await inTenant(gateway.database, tenantId, (tx) =>
      resendUnhandled(tx, tenantId, { event, subscribers, ...limits }),
    );
  }
  if (resent > 0) afterCommit(gateway, tenantId);
  return resent;
}
