import type { EngineFunction } from "../app/function-config";
import type { Db } from "./connection";

/**
 * Makes the limits of runs that go on those the app registers now, in so far as only their numbers changed. A run keeps
 * the keys it began with.
 */
export async function adoptLimits(db: Db, functions: readonly EngineFunction[]): Promise<void> {
  const limits = functions
    .filter(({ concurrency }) => concurrency.length > 0)
    .map(({ id, concurrency }) => ({ functionId: id, limits: concurrency.map(({ limit }) => limit) }));
  await db`
    with changed as (
      update inngest_engine.runs run set limits = wanted.limits
      from json_to_recordset(${JSON.stringify(limits)}::text::json) as wanted("functionId" text, limits integer[])
      where run.status = 'running' and run.function_id = wanted."functionId"
        and run.limits <> wanted.limits and cardinality(run.limits) = cardinality(wanted.limits)
      returning run.id, run.limits
    )
    update inngest_engine.jobs job set limits = changed.limits
    from changed where job.run_id = changed.id and job.limits <> '{}'`;
}
