import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { changePeriod } from "@/db/queries/controls/retention";
import type { Retention, RetentionChange } from "@/lib/contract/settings/retention";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { RETENTION_DAYS_MAX, RETENTION_MEANINGS } from "@/lib/core/ledger/retention";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { retentionIn } from "./read-retention";

/** The subject of the periods' own chain in the ledger; its entity id is the tenant's. */
const RETENTION_SUBJECT = "retention_period";

/**
 * Sets the retention period of one kind of data and records the reason in an event. Setting the current period changes
 * nothing. A shorter period applies from the next run on.
 * @throws AppError not_allowed 403; validation_failed 422 below the kind's minimum or above the maximum.
 */
export async function setRetention(
  person: Person,
  { kind, days, reason }: RetentionChange,
  gateway: Gateway = getGateway(),
): Promise<Retention> {
  requireRole(person, "admin");
  const { tenantId, name } = person;
  const { daysMin, minimumWords } = RETENTION_MEANINGS[kind];
  if (days < daysMin || days > RETENTION_DAYS_MAX) {
    const message = `must be between ${daysMin} and ${RETENTION_DAYS_MAX}: ${minimumWords}`;
    throw new AppError("validation_failed", `This period ${message}.`, {
      issues: [{ path: "days", message }],
    });
  }
  return inTenant(gateway.database, tenantId, async (tx) => {
    const before = await changePeriod(tx, tenantId, { kind, days, reason, byLabel: name });
    if (before !== null) {
      await appendEvent(tx, {
        ...byPerson(person),
        entityType: RETENTION_SUBJECT,
        entityId: tenantId,
        type: "retention.changed",
        details: { kind, days_before: before, days, reason, user_id: person.userId },
      });
    }
    return retentionIn(tx, tenantId);
  });
}
