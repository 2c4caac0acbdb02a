import type { Person } from "@/lib/core/access/principal";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import type { RunView } from "@/lib/contract/workflows/runs";
import { type WorldOptions } from "@/lib/gateway/testing/world";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealOutput } from "@/lib/gateway/ledger/seals/step-seal";
import { readRun } from "@/lib/runtime/runs/read-runs";
import { type StartRequest, startRun } from "@/lib/runtime/runs/start-run";
import { type WorkOptions, work } from "@/lib/runtime/work/work";
import { publish as publishIn } from "./publish";

/** A world whose administrators publish workflows, and workers that tests call when they like. */
export async function useRuns(options?: WorldOptions) {
  const world = await useWorld(options);
  const { gateway, owner } = world;
  await owner`UPDATE run_lanes SET max_runs_per_min = 10000 WHERE tenant_id = ${world.tenantId}`;

  const publish = (source: string, admin?: Person) => publishIn(world, source, admin);
  const start = async (workflow: string, more: Partial<StartRequest> = {}, by: Person = world.approver) =>
    (await startRun(by, { workflow, inputs: {}, ...more }, gateway)).run;
  /** One worker until nothing is due now. */
  const workOff = (more: Partial<WorkOptions> = {}) =>
    work({ parallel: 8, forMs: 120_000, patienceMs: 0, ...more }, gateway);
  const look = (id: number, by: Person = world.approver): Promise<RunView> =>
    readRun(by, { id, wait: 0 }, gateway);
  /** Publishes, starts and works off. */
  async function follow(source: string, inputs: StartRequest["inputs"] = {}): Promise<RunView> {
    await publish(source);
    const run = await start(/^workflow: (\S+)/m.exec(source)![1]!, { inputs });
    await workOff();
    return look(run.id);
  }
  const outputOf = async (runId: number, stepId: string): Promise<unknown> => {
    const rows = await owner<{ output_json: unknown }[]>`
      SELECT output_json FROM steps WHERE run_id = ${runId} AND step_id = ${stepId} AND kind <> 'list' ORDER BY item`;
    return rows.length === 1 ? rows[0]!.output_json : rows.map((row) => row.output_json);
  };
  /** Makes everything that waits for a time due now. */
  const letTimeCome = (runId: number) => owner`
    UPDATE steps SET next_eligible_at = clock_timestamp()
    WHERE run_id = ${runId} AND next_eligible_at > clock_timestamp()`;
  /** A step that waits, and each of a list's, has waited long enough, by the app's own word. The database's clock counts, which is this machine's. */
  async function letWaitEnd(runId: number, stepId: string, tenantId = world.tenantId): Promise<void> {
    const output = { until: new Date(Date.now() - 1_000).toISOString() };
    const waiting = await owner<{ id: number; item: number | null }[]>`
      SELECT id, item FROM steps WHERE run_id = ${runId} AND step_id = ${stepId} AND status = 'ready'`;
    for (const { id, item } of waiting) {
      const step = { tenantId, runId, stepId, isOnError: false, item };
      const seal = sealOutput({ ...step, isDone: false, skipped: false, outputHash: canonicalHash(output) });
      await owner`UPDATE steps SET output_json = ${owner.json(output)}, output_seal = ${seal} WHERE id = ${id}`;
    }
    await letTimeCome(runId);
  }
  return {
    ...world,
    world,
    superuserOf: () => world.superuser,
    publish,
    start,
    workOff,
    look,
    follow,
    outputOf,
    letTimeCome,
    letWaitEnd,
  };
}

/** `id:status` of each step, items as `id.0:status`. */
export const stepsOf = ({ steps }: RunView): string[] =>
  steps.map(
    ({ step_id: id, item, status, skipped }) =>
      `${id}${item === null ? "" : `.${item}`}:${skipped ? "skipped" : status}`,
  );
