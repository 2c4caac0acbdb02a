import type { TenantTransaction } from "@/db/client";
import { execute, selectFirst, selectOne } from "@/db/queries/rows";
import type { ClassifierFigures } from "@/lib/core/interaction/classifier-health";
import type { ChannelHealth } from "@/lib/core/message/message";

/** The health of the model that classifies replies. */

/** The classifier's figures over the replies since then. */
export const readClassifierFigures = (tx: TenantTransaction, tenantId: number, since: Date) =>
  selectOne<ClassifierFigures>(tx)`
    SELECT count(*)::int AS asked, count(*) FILTER (WHERE model_failed)::int AS failed FROM hil_responses
    WHERE tenant_id = ${tenantId} AND received_at > ${since.toISOString()}::timestamptz
      AND classified_by IS NOT NULL AND (classified_by <> 'rules' OR model_failed)`;

/** A company without a row had no failure. */
export const readClassifierHealth = async (tx: TenantTransaction, tenantId: number): Promise<ChannelHealth> =>
  (
    await selectFirst<{ health: ChannelHealth }>(tx)`
    SELECT health FROM classifier_health WHERE tenant_id = ${tenantId}`
  )?.health ?? "ok";

/** 0: it is known to be so. */
export const setClassifierHealth = (
  tx: TenantTransaction,
  tenantId: number,
  { health, now }: { health: ChannelHealth; now: Date },
) =>
  execute(tx)`
    INSERT INTO classifier_health AS h (tenant_id, health, health_at)
    VALUES (${tenantId}, ${health}, ${now.toISOString()}::timestamptz)
    ON CONFLICT (tenant_id) DO UPDATE SET health = excluded.health, health_at = excluded.health_at
      WHERE h.health <> excluded.health`;
