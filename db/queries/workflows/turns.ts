import type { Pool } from "@/db/client";
import type { StepError } from "@/db/schema/runs";
import type { RunStatus, StepStatus } from "@/lib/core/run/run";
import type { LeasedStep, StepLease } from "./steps";

/** Turns of workers: which steps they settle, and which they lease. */

/** Leases up to `count` steps, taking tenants in turn. Empty: no step is due that may run. */
export async function leaseSteps(
  { sql }: Pool,
  { owner, count, seconds }: { owner: string; count: number; seconds: number },
): Promise<LeasedStep[]> {
  return sql<LeasedStep[]>`SELECT * FROM lease_steps(${owner}, ${count}, ${seconds})`;
}

/** The details of a settlement besides the status; see settle_step. */
export interface Settlement {
  output?: unknown;
  output_hash?: string;
  output_seal?: string;
  input_hashes?: Record<string, string>;
  skipped?: boolean;
  error?: StepError;
  delay_ms?: number;
  until?: string;
  action_id?: number;
  items?: unknown[];
  item_seals?: string[];
  on_error?: NewStep[];
  repeatable?: boolean;
}

export interface NewStep {
  step_id: string;
  step_index: number;
  tool_name: string;
  needs: readonly string[];
  kind: "single" | "list";
  attempts_max: number;
  /** For a step of on_error: the seal of the error that it follows. */
  given_seal?: string;
}

export interface StepSettlement {
  tenant: number;
  /** Null: settled alone. */
  run: number | null;
  step: number;
  attempt: number;
  to: StepStatus;
  said: Settlement;
}

export interface Turn {
  owner: string;
  settled: readonly StepSettlement[];
  /** How many further steps it asks for. */
  count: number;
  seconds: number;
}

export interface TurnResult {
  /** The status of each settled step's run, by the step's id. Null: the lease was lost, and nothing changed. */
  statuses: Map<number, RunStatus | null>;
  leased: LeasedStep[];
}

/** Settles steps, all of them or none, and leases others, in one transaction; see take_turn. */
export async function takeTurn({ sql }: Pool, { owner, settled, count, seconds }: Turn): Promise<TurnResult> {
  const rows = await sql<
    ({ id: number } & ({ tenantId: null; status: RunStatus | null } | Omit<LeasedStep, "id">))[]
  >`
    SELECT * FROM take_turn(${owner}, ${JSON.stringify(settled)}::text::jsonb, ${count}, ${seconds})`;
  const taken: TurnResult = { statuses: new Map(), leased: [] };
  for (const row of rows) {
    if (row.tenantId === null) taken.statuses.set(row.id, row.status);
    else taken.leased.push(row);
  }
  return taken;
}

/** The run's status. Null: the lease was lost, and nothing changed. */
export async function settleStep(
  pool: Pool,
  tenantId: number,
  { id, owner, attempt }: Omit<StepLease, "seconds">,
  to: StepStatus,
  said: Settlement,
): Promise<RunStatus | null> {
  const settling = { tenant: tenantId, run: null, step: id, attempt, to, said };
  const { statuses } = await takeTurn(pool, { owner, settled: [settling], count: 0, seconds: 0 });
  return statuses.get(id) ?? null;
}
