import type { Db } from "./store-connection";

/** The engine's own namespace of advisory locks (two-key form): "inng" as a number. */
export const advisoryLockSpace = 0x696e6e67;
const migrationLock = 1;
export const leaderLock = 2;

/** Applied in order, once each; an entry is never edited after release, only followed by another. */
const migrations: readonly string[] = [
  `
  create table inngest_engine.leadership (
    singleton boolean primary key default true check (singleton),
    epoch integer not null default 0
  );
  insert into inngest_engine.leadership default values;

  create table inngest_engine.events (
    id text primary key,
    name text not null,
    payload text not null,
    -- A cron tick belongs to one function; other events go to whoever listens.
    only_function_id text,
    received_at timestamptz not null,
    -- Null until the functions it starts are known: events sent before the app is synced wait here.
    routed_at timestamptz
  );
  create index events_unrouted on inngest_engine.events (received_at, id) where routed_at is null;
  create index events_by_age on inngest_engine.events (received_at);

  create table inngest_engine.event_keys (
    key text primary key,
    event_id text not null,
    seen_at timestamptz not null
  );
  create index event_keys_by_age on inngest_engine.event_keys (seen_at);

  create table inngest_engine.idempotency_keys (
    key text primary key,
    seen_at timestamptz not null
  );
  create index idempotency_keys_by_age on inngest_engine.idempotency_keys (seen_at);

  create table inngest_engine.runs (
    id text primary key,
    function_id text not null,
    event_id text not null references inngest_engine.events (id),
    status text not null check (status in ('running', 'completed', 'failed')),
    attempts_max integer not null,
    limit_keys text[] not null,
    limits integer[] not null,
    -- Set by the first parallel answer: from then on the app plans steps and runs one only when told to.
    plan_only boolean not null default false,
    output text,
    error text,
    started_at timestamptz not null,
    ended_at timestamptz,
    unique (function_id, event_id),
    check ((status = 'running') = (ended_at is null))
  );
  create index runs_by_event on inngest_engine.runs (event_id);
  create index runs_ended on inngest_engine.runs (ended_at) where ended_at is not null;

  create sequence inngest_engine.step_order;
  create table inngest_engine.steps (
    run_id text not null references inngest_engine.runs (id) on delete cascade,
    step_id text not null,
    name text not null,
    status text not null check (status in ('planned', 'sleeping', 'done', 'failed')),
    data text,
    error text,
    -- A step of a race: the function goes on as soon as it finishes, and nothing waits for it.
    resumes_alone boolean not null,
    finished_order bigint,
    primary key (run_id, step_id),
    check ((status in ('done', 'failed')) = (finished_order is not null))
  );

  create table inngest_engine.jobs (
    id bigint generated always as identity primary key,
    run_id text not null references inngest_engine.runs (id) on delete cascade,
    kind text not null check (kind in ('run', 'step', 'sleep')),
    step_id text,
    attempt integer not null default 0,
    lost_calls integer not null default 0,
    limit_keys text[] not null default '{}',
    limits integer[] not null default '{}',
    run_at timestamptz not null,
    leased_by_epoch integer,
    leased_until timestamptz,
    check ((kind = 'run') = (step_id is null)),
    check ((leased_by_epoch is null) = (leased_until is null))
  );
  create unique index jobs_one_per_step on inngest_engine.jobs (run_id, step_id) where step_id is not null;
  create index jobs_by_run on inngest_engine.jobs (run_id);
  create index jobs_by_time on inngest_engine.jobs (run_at, id);
  create index jobs_leased on inngest_engine.jobs (leased_by_epoch) where leased_by_epoch is not null;

  create table inngest_engine.crons (
    function_id text not null,
    expression text not null,
    next_at timestamptz not null,
    primary key (function_id, expression)
  );
  `,
];

/** Brings the schema up to date. Engines that start together wait for one another; running it again changes nothing. */
export async function migrate(db: Db): Promise<void> {
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${advisoryLockSpace}::integer, ${migrationLock}::integer)`;
    // Asked first, because "if not exists" still demands the right to create schemas.
    const found = await tx`select 1 from pg_namespace where nspname = 'inngest_engine'`;
    if (found.length === 0) await tx`create schema inngest_engine`;
    await tx`create table if not exists inngest_engine.migrations (version integer primary key, applied_at timestamptz not null default clock_timestamp())`;
    const rows = await tx<
      { version: number }[]
    >`select coalesce(max(version), 0) as version from inngest_engine.migrations`;
    const applied = rows[0]?.version ?? 0;
    for (const [index, statements] of migrations.entries()) {
      if (index < applied) continue;
      await tx.unsafe(statements);
      await tx`insert into inngest_engine.migrations (version) values (${index + 1})`;
    }
  });
}
