import type { TenantTransaction } from "@/db/client";
import { selectFirst } from "@/db/queries/rows";

/** Where one person stands among those who decide, as they are told themselves. */
export interface StandingRow {
  recoveredBy: string | null;
  recoveredAt: string | null;
  /** The end of the 24 hours after new credentials; null: over, confirmed, or there were none. */
  recoveringUntil: string | null;
  /** The end of their first 24 hours in office; null: over, not in office, or nobody else is longer in office. */
  newInOfficeUntil: string | null;
}

/** Null: nobody of this tenant. Both rules as people_in_office and weigh_voters have them. */
export const readStanding = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectFirst<StandingRow>(tx)`
    SELECT r.name AS recovered_by, open_recovery_at(m) AS recovered_at,
      CASE WHEN open_recovery_at(m) > clock_timestamp() - interval '24 hours'
        THEN m.recovered_at + interval '24 hours' END AS recovering_until,
      CASE WHEN m.in_office_since > clock_timestamp() - interval '24 hours' AND m.role IN ('approver', 'admin')
          AND EXISTS (SELECT 1 FROM people_in_office(m.tenant_id) p WHERE p.counts AND p.user_id <> m.user_id)
        THEN m.in_office_since + interval '24 hours' END AS new_in_office_until
    FROM memberships m
    LEFT JOIN users r ON r.id = m.recovered_by_user_id AND open_recovery_at(m) IS NOT NULL
    WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId}`;
