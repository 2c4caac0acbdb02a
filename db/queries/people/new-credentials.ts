import type { TenantTransaction } from "@/db/client";
import { execute } from "@/db/queries/rows";

/** Marks that a person's credentials are new, and by whose hand. */

/**
 * This person has credentials that somebody else gave them: nothing at L4 and L5 for 24 hours from now. `by` null: whoever gave
 * them some last; where nobody did, nothing happens.
 */
export const markRecovered = (tx: TenantTransaction, userId: number, by: number | null) =>
  execute(tx)`SELECT mark_recovered(${userId}, ${by}::bigint)`;

/**
 * This person set up an authenticator app while they had none. After a reset that may be anybody's: the silence begins again. If
 * they had one before and nobody is marked as having taken it away, it counts as replaced by themselves.
 */
export const markFirstApp = (tx: TenantTransaction, tenantId: number, userId: number) =>
  execute(tx)`
    SELECT mark_recovered(m.user_id, CASE WHEN m.recovered_by_user_id IS NULL AND EXISTS (
        SELECT 1 FROM users u, unnest(u.former_credentials) AS f WHERE u.id = m.user_id AND f LIKE 'app:%')
      THEN m.user_id END)
    FROM memberships m WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId}`;

/** This person set their first password by this administrator's link: they are one party until another one confirms. */
export const markFirstLink = (tx: TenantTransaction, userId: number, by: number | null) =>
  execute(tx)`SELECT mark_first_link(${userId}, ${by}::bigint)`;
