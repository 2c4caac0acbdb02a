import { inTenant } from "@/db/client";
import { listAccounts, readFigures, setHealth } from "@/db/queries/messages/accounts";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { HEALTH_WINDOW_SECONDS, healthOf } from "@/lib/core/message/channel-health";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { ACCOUNT_SUBJECT } from "./settle";

/** Judges each of a tenant's accounts by its last hour. A change is one event, however many look at the same time. */
export async function judgeHealth(tenantId: number, gateway: Gateway): Promise<void> {
  const now = gateway.clock.now();
  const changed = await inTenant(gateway.database, tenantId, async (tx) => {
    let changes = 0;
    for (const { id, health: before } of await listAccounts(tx, tenantId)) {
      const since = new Date(now.getTime() - HEALTH_WINDOW_SECONDS * 1_000);
      const figures = await readFigures(tx, tenantId, id, since);
      const health = healthOf(figures);
      if (health === before || (await setHealth(tx, tenantId, { id, health, now })) === 0) continue;
      changes += 1;
      await appendEvent(tx, {
        ...bySystem(tenantId, "messages"),
        entityType: ACCOUNT_SUBJECT,
        entityId: id,
        type: health === "failing" ? "channel.failing" : "channel.recovered",
        details: { ...figures },
      });
    }
    return changes;
  });
  if (changed > 0) afterCommit(gateway, tenantId);
}
