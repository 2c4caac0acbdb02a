import type postgres from "postgres";

/** The tables that a tampering may touch. */
const tables = [
  "proposed_actions",
  "decisions",
  "ns_pending_pushes",
  "action_receipts",
  "proposed_actions_applied_mirror",
  "ns_push_dlq_log",
  "email_drafts",
  "events",
  "ledger_subjects",
  "unsealed_events",
  "audit_checkpoints",
  "kill_switches",
  "content_settings",
  "grace_settings",
  "proposal_limits",
  "tenants",
  "retention_periods",
  "risk_tier_rules",
  "policies",
  "standing_authorisations",
  "memberships",
  "administrator_words",
  "agents",
];

/** Keeps a copy of the rows, so that each tampering meets the same ones. */
export async function keepCopy(superuser: postgres.Sql): Promise<() => Promise<void>> {
  await superuser.unsafe("CREATE SCHEMA copies");
  for (const table of tables)
    await superuser.unsafe(`CREATE TABLE copies.${table} AS SELECT * FROM public.${table}`);
  return () =>
    superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      for (const table of tables) {
        await tx.unsafe(`DELETE FROM public.${table}`);
        await tx.unsafe(`INSERT INTO public.${table} OVERRIDING SYSTEM VALUE SELECT * FROM copies.${table}`);
      }
    }) as Promise<unknown> as Promise<void>;
}
