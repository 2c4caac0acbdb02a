import postgres from "postgres";
import { keyOf } from "../src/ids";

/**
 * Writes runs that wait into a database the engine has prepared: a third of them sleep, a third wait for an event, a
 * third are parked behind a limit of one whose place is taken, or will be by the first of them.
 */
export async function seedWaitingRuns(databaseUrl: string, runs: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const third = Math.floor(runs / 3);
  const parts = [
    { prefix: "sleeps", functionId: "bench-plain", key: null },
    { prefix: "waits", functionId: "bench-plain", key: null },
    { prefix: "parked", functionId: "bench-behind-a-limit", key: keyOf("bench-behind-a-limit") },
  ];
  for (const { prefix, functionId, key } of parts) {
    const keys = key === null ? [] : [key];
    const limits = key === null ? [] : [1];
    await sql`
      insert into inngest_engine.events (id, name, payload, received_at, routed_at)
      select ${prefix} || n, 'bench/seed', '{"data":{},"id":"' || ${prefix} || n || '","name":"bench/seed","ts":1}',
        now(), now()
      from generate_series(1, ${third}::integer) as n`;
    await sql`
      insert into inngest_engine.runs
        (id, function_id, event_id, status, attempts_max, limit_keys, limits, labels, started_at)
      select ${prefix} || n, ${functionId}, ${prefix} || n, 'running', 1, ${keys}, ${limits}, array['n=' || n], now()
      from generate_series(1, ${third}::integer) as n`;
  }
  await sql`
    insert into inngest_engine.steps (run_id, step_id, name, kind, status, resumes_alone, started_at, until_at)
    select kind.prefix || n, 'step', 'step', kind.kind, kind.status, false, now(), now() + interval '30 days'
    from generate_series(1, ${third}::integer) as n,
      (values ('sleeps', 'sleep', 'sleeping'), ('waits', 'wait', 'waiting')) as kind(prefix, kind, status)`;
  await sql`
    insert into inngest_engine.jobs (run_id, kind, step_id, run_at)
    select kind.prefix || n, kind.kind, 'step', now() + interval '30 days'
    from generate_series(1, ${third}::integer) as n,
      (values ('sleeps', 'sleep'), ('waits', 'timeout')) as kind(prefix, kind)`;
  await sql`
    insert into inngest_engine.waits (run_id, step_id, event_name, match_label, started_at)
    select 'waits' || n, 'step', 'bench/awaited', 'n=' || n, now() from generate_series(1, ${third}::integer) as n`;
  await sql`
    insert into inngest_engine.jobs (run_id, kind, limit_keys, limits, run_at, parked_on)
    select 'parked' || n, 'run', ${[keyOf("bench-behind-a-limit")]}, ${[1]}, now(), ${keyOf("bench-behind-a-limit")}
    from generate_series(1, ${third}::integer) as n`;
  await sql`analyze`;
  await sql.end();
}
