import { type OwnerSql, openOwner } from "@/db/client";
import { ownerUrl } from "./installation";

/** Looks into the installation's tables, of all tenants, and sets stages that no page can set. */

let client: OwnerSql | null = null;

export function database(): OwnerSql {
  client ??= openOwner(ownerUrl(), { poolMax: 2 });
  return client;
}

/**
 * Rows of the demo's tenant. Pushes that settle on their own also write events: only those that people and agents
 * cause are counted, in the tables that a refused request must leave alone.
 */
export async function countWritten(): Promise<Record<string, number>> {
  const [row] = await database()<Record<string, number>[]>`
    SELECT (SELECT count(*)::integer FROM proposed_actions) AS proposed_actions,
           (SELECT count(*)::integer FROM decisions) AS decisions,
           (SELECT count(*)::integer FROM ns_pending_pushes) AS ns_pending_pushes,
           (SELECT count(*)::integer FROM events WHERE actor_kind IN ('person', 'agent')) AS events,
           (SELECT count(*)::integer FROM edit_tokens) AS edit_tokens,
           (SELECT count(*)::integer FROM edit_tokens WHERE used_at IS NOT NULL) AS edit_tokens_used,
           (SELECT count(*)::integer FROM kill_switches WHERE engaged) AS switches_engaged`;
  return row!;
}

export async function lastTotpStep(email: string): Promise<number> {
  const [row] = await database()<{ step: number }[]>`
    SELECT totp_last_step AS step FROM users WHERE email = ${email}`;
  return row!.step;
}

/** The person's codes count as unused again. */
export async function forgetTotpStep(email: string): Promise<void> {
  await database()`UPDATE users SET totp_last_step = 0 WHERE email = ${email}`;
}

/** The action was proposed that many days earlier; nothing else of it changes. */
export async function dateBack(actionId: number, days: number): Promise<void> {
  await database().begin(async (tx) => {
    await tx`ALTER TABLE proposed_actions DISABLE TRIGGER USER`;
    await tx`UPDATE proposed_actions SET created_at = created_at - make_interval(days => ${days}) WHERE id = ${actionId}`;
    await tx`ALTER TABLE proposed_actions ENABLE TRIGGER USER`;
  });
}
