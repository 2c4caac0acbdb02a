import { z } from "zod";

/** The RESTlet's answers to `check` and `recent_writes`, version 1 (netsuite/sdf/…/gfs_account_check.js). */

const v = z.literal(1);
/** Empty: it works; else NetSuite's error. */
const attempt = z.string();

export const accountBody = z.object({
  v,
  verdict: z.literal("check"),
  request_id: z.string().optional(),
  account: z.object({ id: z.string(), environment: z.string() }),
  release: z.string(),
  now: z.iso.datetime(),
  user: z.object({ name: z.string(), role_id: z.string(), role: z.string() }),
  permissions: z.record(z.string(), z.number()),
  action_types: z.record(z.string(), z.boolean()),
  settings: z.record(z.string(), z.string()),
  records: z.object({ ledger: attempt, note: attempt, bid_field: attempt, system_notes: attempt }),
});
export type AccountBody = z.infer<typeof accountBody>;

const recordRef = z.object({ type: z.string(), id: z.string() });
const systemNote = z.object({
  record: recordRef,
  /** To the minute; null where the account spells dates as its scripts cannot read them. */
  at: z.iso.datetime().nullable(),
  by: z.string(),
  role: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
  kind: z.string(),
  context: z.string(),
});
const ledgerRow = z.object({
  action_key: z.string(),
  state: z.string(),
  record: recordRef,
  committed_at: z.string().nullable(),
  values: z.array(z.string()),
});
export const recentWritesBody = z.object({
  v,
  verdict: z.literal("recent_writes"),
  notes: z.array(systemNote),
  skipped: z.array(z.object({ type: z.string(), code: z.string() })),
  truncated: z.boolean(),
  ledger: z.array(ledgerRow),
});
export type RecentWritesBody = z.infer<typeof recentWritesBody>;
export type SystemNote = z.infer<typeof systemNote>;
export type LedgerRow = z.infer<typeof ledgerRow>;
