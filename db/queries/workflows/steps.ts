import type { Pool, TenantTransaction } from "@/db/client";
import type { BeginningColumn, runs, stepAttempts, steps } from "@/db/schema/runs";
import { type RowOf, execute, selectAll, selectOne } from "@/db/queries/rows";

/** Steps: leased by turns, settled by whoever holds the lease, rescued where a worker went away. */

/** A step that this worker holds. */
export type HeldStep = RowOf<
  typeof steps,
  | "id"
  | "tenantId"
  | "runId"
  | "stepId"
  | "stepIndex"
  | "isOnError"
  | "kind"
  | "item"
  | "itemJson"
  | "toolName"
  | "idempotencyKey"
  | "attempt"
  | "failures"
  | "attemptsMax"
  | "proposedActionId"
  | "outputJson"
  | "needs"
  | "givenSeal"
  | "outputSeal"
>;

/** A leased step: its identity, and its data if they were loaded with the lease. */
export interface LeasedStep extends Pick<HeldStep, "id" | "tenantId" | "attempt"> {
  /** The step as it was loaded with the lease. Absent or null: call loadHeldStep, which also begins or continues its run. */
  loaded?: LoadedRow | Unloadable | null;
}

/** The database could not load the step: the SQLSTATE that says why. */
interface Unloadable {
  unloadable: string;
}

/** The run of a step that this worker holds. */
export type RunOfStep = RowOf<
  typeof runs,
  | BeginningColumn
  | "id"
  | "inputsJson"
  | "errorStep"
  | "errorMessage"
  | "deadlineAt"
  | "createdAt"
  | "startedAt"
  | "seal"
>;

/** That by which the app sees whether it wrote a step's result itself; see step_proof. */
export type StepProof = RowOf<
  typeof steps,
  "id" | "stepId" | "isOnError" | "kind" | "item" | "status" | "skipped" | "outputHash" | "outputSeal"
> & {
  /** For a list: the number of items that it states. */
  count: unknown;
};

export interface LoadedRow {
  /** The time of loading by the database's clock, in milliseconds since 1970. */
  clock: number;
  step: HeldStep;
  run: RunOfStep;
  /** The steps that this one needs, with their items. An item has none: its list was asked for them. */
  needed: StepProof[];
}

/** Null: the run is paused, cancelled or over. */
export async function loadHeldStep({ sql }: Pool, { tenantId, id }: LeasedStep): Promise<LoadedRow | null> {
  const [row] = await sql<{ loaded: LoadedRow | null }[]>`
    SELECT load_step(${tenantId}, ${id}, true) AS loaded`;
  return row!.loaded;
}

/** Steps of every tenant whose lease ran out are ready again. Returns how many. */
export async function rescueSteps(
  { sql }: Pool,
  delaySeconds: readonly number[],
  limit: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT rescue_steps(${[...delaySeconds]}::integer[], ${limit}) AS count`;
  return row!.count;
}

/** Counters of the tenant's lanes that said something else than its rows are put right. Returns how many. */
export const recountLanes = async (tx: TenantTransaction, tenantId: number): Promise<number> =>
  (await selectOne<{ count: number }>(tx)`SELECT recount_lanes(${tenantId}::bigint) AS count`).count;

/** Steps that a pause had set aside, and that were overlooked when their run went on. Returns how many may be leased again. */
export const takeBackSetAside = (tx: TenantTransaction, tenantId: number): Promise<number> =>
  execute(tx)`
    UPDATE steps s SET leasable = true, next_eligible_at = coalesce(s.next_eligible_at, clock_timestamp())
    FROM runs r
    WHERE s.tenant_id = ${tenantId} AND s.status = 'ready' AND NOT s.leasable AND s.waits_for = 0
      AND r.tenant_id = s.tenant_id AND r.id = s.run_id AND r.ended_at IS NULL AND r.status <> 'paused'`;

/** Milliseconds until the next step of any tenant is due. Null: none waits for a time. */
export async function nextStepInMs({ sql }: Pool): Promise<number | null> {
  const [row] = await sql<{ ms: number | null }[]>`SELECT next_step_in_ms() AS ms`;
  return row!.ms;
}

export interface StepLease {
  id: number;
  owner: string;
  attempt: number;
  /** For how long it is taken each time. */
  seconds: number;
}

/** False: the lease was lost. */
export const extendStepLease = async (
  tx: TenantTransaction,
  tenantId: number,
  { id, owner, attempt, seconds }: StepLease,
): Promise<boolean> =>
  (await execute(tx)`
    UPDATE steps SET lease_expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'running' AND lease_owner = ${owner}
      AND attempt = ${attempt}`) === 1;

/**
 * True: the step's run, or one that called it, was cancelled or is over, so that nothing of the step may leave. False: none is
 * before this transaction ends, which holds all of them.
 */
export const isCalledOff = async (
  tx: TenantTransaction,
  tenantId: number,
  stepId: number,
): Promise<boolean> =>
  (
    await selectOne<{ calledOff: boolean }>(tx)`
      SELECT is_called_off(${tenantId}::bigint, ${stepId}::bigint) AS called_off`
  ).calledOff;

/**
 * Counts one write of the step against its run's cap, once however often the step is tried. `lost`: the lease; `capped`: none is
 * left.
 */
export const takeWrite = async (
  tx: TenantTransaction,
  tenantId: number,
  { id, owner, attempt }: Omit<StepLease, "seconds">,
) =>
  (
    await selectOne<{ taken: "taken" | "capped" | "lost" }>(tx)`
      SELECT take_write(${tenantId}::bigint, ${id}::bigint, ${owner}, ${attempt}::integer) AS taken`
  ).taken;

/**
 * The results that later steps see: of each step by its id, items in their order. Each row has the `bytes` of all of them, as JSON
 * or, where that is over `bytesMax` already, as they are stored. Over `bytesMax` the results are left out.
 */
export const listOutputs = (
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
  stepIds: readonly string[],
  bytesMax: number,
) =>
  selectAll<
    RowOf<
      typeof steps,
      "stepId" | "isOnError" | "kind" | "item" | "skipped" | "outputJson" | "outputHash" | "outputSeal"
    > & { bytes: number }
  >(tx)`
    WITH named AS MATERIALIZED (
      SELECT step_id, step_index, is_on_error, kind, item, skipped, output_json, output_hash, output_seal FROM steps
      WHERE tenant_id = ${tenantId} AND run_id = ${runId} AND status = 'succeeded'
        AND step_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(stepIds)}::jsonb))
    ), stored AS (SELECT coalesce(sum(pg_column_size(output_json)), 0)::float8 AS bytes FROM named
    ), size AS (
      SELECT CASE WHEN bytes > ${bytesMax}::float8 THEN bytes
        ELSE (SELECT coalesce(sum(octet_length(output_json::text)), 0)::float8 FROM named) END AS bytes
      FROM stored
    )
    SELECT step_id, is_on_error, kind, item, skipped, output_hash, output_seal, bytes,
      CASE WHEN bytes <= ${bytesMax}::float8 THEN output_json END AS output_json
    FROM named CROSS JOIN size ORDER BY step_index, item NULLS FIRST`;

/** The proofs of a run's steps without those of on_error, at most a few thousand. Items that are not done come with their values. */
export const listStepProofs = async (tx: TenantTransaction, tenantId: number, runId: number) =>
  (
    await selectAll<{ proof: StepProof & { givenSeal: string | null; itemJson: unknown } }>(tx)`
    SELECT step_proof(s) || jsonb_build_object('givenSeal', s.given_seal,
      'itemJson', CASE WHEN s.status <> 'succeeded' THEN s.item_json END) AS proof
    FROM steps s WHERE s.tenant_id = ${tenantId} AND s.run_id = ${runId} AND NOT s.is_on_error
    ORDER BY s.step_index, s.item NULLS FIRST, s.id`
  ).map(({ proof }) => proof);

export type StepRow = RowOf<
  typeof steps,
  | "id"
  | "stepId"
  | "stepIndex"
  | "isOnError"
  | "kind"
  | "item"
  | "toolName"
  | "status"
  | "needs"
  | "attempt"
  | "lastError"
  | "nextEligibleAt"
  | "idempotencyKey"
  | "proposedActionId"
  | "inputHashes"
  | "outputHash"
  | "skipped"
  | "startedAt"
  | "endedAt"
> & { questionId: number | null };

/** A run's steps in the order of its text, items in theirs. */
export const listSteps = (tx: TenantTransaction, tenantId: number, runId: number) =>
  selectAll<StepRow>(tx)`
    SELECT s.id, s.step_id, s.step_index, s.is_on_error, s.kind, s.item, s.tool_name, s.status, s.needs, s.attempt,
      s.last_error, s.next_eligible_at, s.idempotency_key, s.proposed_action_id, h.id AS question_id, s.input_hashes,
      s.output_hash, s.skipped, s.started_at, s.ended_at
    FROM steps s LEFT JOIN hil_interactions h ON h.tenant_id = s.tenant_id AND h.execution_id = s.run_id
      AND h.node_id = s.idempotency_key
    WHERE s.tenant_id = ${tenantId} AND s.run_id = ${runId}
    ORDER BY s.is_on_error, s.step_index, s.item NULLS FIRST, s.id`;

export type AttemptRow = RowOf<
  typeof stepAttempts,
  | "stepId"
  | "attempt"
  | "worker"
  | "outcome"
  | "errorCode"
  | "errorMessage"
  | "beganAt"
  | "endedAt"
  | "nextEligibleAt"
>;

/** The newest 20 stored attempts of each step of a run, oldest first, at most 2,000 in all. */
export const listAttempts = (tx: TenantTransaction, tenantId: number, runId: number) =>
  selectAll<AttemptRow>(tx)`
    SELECT step_id, attempt, worker, outcome, error_code, error_message, began_at, ended_at, next_eligible_at FROM (
      SELECT a.*, row_number() OVER (PARTITION BY a.step_id ORDER BY a.attempt DESC) AS place FROM step_attempts a
      WHERE a.tenant_id = ${tenantId} AND a.run_id = ${runId}) newest
    WHERE place <= 20 ORDER BY step_id, attempt LIMIT 2000`;

/** A part of a list by ids: those after this one, in their order, and at most so many. */
export interface AfterId {
  afterId: number;
  limit: number;
}
