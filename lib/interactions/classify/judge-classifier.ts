import { inTenant } from "@/db/client";
import {
  readClassifierFigures,
  readClassifierHealth,
  setClassifierHealth,
} from "@/db/queries/interactions/classifier-health";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { CLASSIFIER_WINDOW_SECONDS, classifierHealthOf } from "@/lib/core/interaction/classifier-health";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";

/** Judges the model that classifies a tenant's replies by its last hour. A change is one event, however many look at the same time. */
export async function judgeClassifier(tenantId: number, gateway: Gateway): Promise<void> {
  const now = gateway.clock.now();
  const isChanged = await inTenant(gateway.database, tenantId, async (tx) => {
    const before = await readClassifierHealth(tx, tenantId);
    const since = new Date(now.getTime() - CLASSIFIER_WINDOW_SECONDS * 1_000);
    const figures = await readClassifierFigures(tx, tenantId, since);
    const health = classifierHealthOf(figures);
    if (health === before || (await setClassifierHealth(tx, tenantId, { health, now })) === 0) return false;
    await appendEvent(tx, {
      ...bySystem(tenantId, "replies"),
      entityType: "classifier",
      entityId: tenantId,
      type: health === "failing" ? "classifier.failing" : "classifier.recovered",
      details: { ...figures },
    });
    return true;
  });
  if (isChanged) afterCommit(gateway, tenantId);
}
