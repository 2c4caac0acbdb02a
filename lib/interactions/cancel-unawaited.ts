import { inTenant } from "@/db/client";
import { cancelInteraction, findInteraction } from "@/db/queries/interactions/interactions";
import { listOrphanQuestions } from "@/db/queries/interactions/questions-of-runs";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const PER_CALL_MAX = 500;

/**
 * Cancels the open questions of steps that have ended, of one run or of all: nobody waits for their answers any more. An answer that
 * comes before is refused, because it looks at the step itself. Returns how many.
 */
export async function cancelUnawaited(
  tenantId: number,
  runId: number | null = null,
  gateway: Gateway = getGateway(),
): Promise<number> {
  let count = 0;
  let afterId = 0;
  for (;;) {
    const page = { afterId, limit: PER_CALL_MAX, runId };
    const orphans = await inTenant(gateway.database, tenantId, (tx) =>
      listOrphanQuestions(tx, tenantId, page),
    );
    for (const { id } of orphans) count += await cancelOne(tenantId, id, gateway);
    if (orphans.length < PER_CALL_MAX) break;
    afterId = orphans.at(-1)!.id;
  }
  if (count > 0) afterCommit(gateway, tenantId);
  return count;
}

/** 0: it was answered, or its time was over, at this moment. */
const cancelOne = (tenantId: number, id: number, gateway: Gateway): Promise<number> =>
  inTenant(gateway.database, tenantId, async (tx) => {
    const { askedByLabel: by } = (await findInteraction(tx, tenantId, id))!;
    const cancelled = await cancelInteraction(tx, tenantId, { id, by, now: gateway.clock.now() });
    if (cancelled === 0) return 0;
    const entry = { entityType: "interaction", entityId: id, type: "interaction.cancelled", details: {} };
    await appendEvent(tx, { ...bySystem(tenantId, "workflows"), ...entry });
    return 1;
  });
