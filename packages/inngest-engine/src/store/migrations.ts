/** Rows come and go all the time: at a fifth of dead rows, Postgres' own measure, they would take twice the place. */
const vacuumedOften = `with (
    autovacuum_vacuum_scale_factor = 0.05,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
  )`;

/** Applied in order, once each; an entry is never edited after release, only followed by another. */
export const migrations: readonly string[] = [
  `
  create table inngest_engine.leadership (
    singleton boolean primary key default true check (singleton),
    epoch integer not null default 0,
    -- Whether any function or run listens for inngest/function.finished: else it is sent to invoking steps only.
    sends_finished boolean not null default false
  );
  insert into inngest_engine.leadership default values;

  -- Orders events and waits: an event reaches the waits that were there before it.
  create sequence inngest_engine.arrivals;
  create table inngest_engine.events (
    id text primary key,
    name text not null,
    payload text not null,
    -- A cron tick belongs to one function; other events go to whoever listens.
    only_function_id text,
    received_at timestamptz not null,
    -- Null until the functions it starts are known: events sent before the app is synced wait here.
    routed_at timestamptz,
    arrival bigint not null default nextval('inngest_engine.arrivals'),
    -- The last wait that was looked at for this event; null: none is left to look at.
    waking_from bigint
  ) ${vacuumedOften};
  create index events_unrouted on inngest_engine.events (received_at, id) where routed_at is null;
  create index events_by_age on inngest_engine.events (received_at);
  create index events_waking on inngest_engine.events (arrival) where waking_from is not null;

  create table inngest_engine.event_keys (
    key text primary key,
    event_id text not null,
    seen_at timestamptz not null
  ) ${vacuumedOften};
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
    status text not null check (status in ('running', 'completed', 'failed', 'cancelled')),
    attempts_max integer not null,
    limit_keys text[] not null,
    limits integer[] not null,
    -- Set by the first parallel answer: from then on the app plans steps and runs one only when told to.
    plan_only boolean not null default false,
    output text,
    error text,
    started_at timestamptz not null,
    ended_at timestamptz,
    -- "field=value" of the event's plain data fields: people look runs up by them.
    labels text[] not null default '{}',
    -- The step of another run that waits for this one's result (step.invoke).
    invoked_by_run_id text,
    invoked_by_step_id text,
    -- Started again by a person, with the same event.
    rerun_of_run_id text,
    check ((status = 'running') = (ended_at is null)),
    check ((invoked_by_run_id is null) = (invoked_by_step_id is null))
  ) ${vacuumedOften};
  create unique index runs_once_per_event on inngest_engine.runs (function_id, event_id) where rerun_of_run_id is null;
  -- An index of this kind keeps every key it has ever seen: labels go by 65,536 buckets, so that it stays bounded, and
  -- whoever looks a label up compares the label itself too.
  create function inngest_engine.label_buckets(labels text[]) returns integer[]
    language sql immutable strict parallel safe
    return array(select hashtext(label) & 65535 from unnest(labels) as label);
  create index runs_by_label on inngest_engine.runs using gin (inngest_engine.label_buckets(labels));
  create index runs_by_event on inngest_engine.runs (event_id);
  create index runs_by_function on inngest_engine.runs (function_id, id);
  create index runs_by_status on inngest_engine.runs (status, id) where status <> 'completed';
  create index runs_ended on inngest_engine.runs (ended_at) where ended_at is not null;

  create sequence inngest_engine.step_order;
  create table inngest_engine.steps (
    run_id text not null references inngest_engine.runs (id) on delete cascade,
    step_id text not null,
    name text not null,
    status text not null check (status in ('planned', 'sleeping', 'waiting', 'done', 'failed')),
    data text,
    error text,
    -- A step of a race: the function goes on as soon as it finishes, and nothing waits for it.
    resumes_alone boolean not null,
    finished_order bigint,
    kind text not null default 'run' check (kind in ('run', 'sleep', 'wait', 'invoke')),
    started_at timestamptz,
    ended_at timestamptz,
    -- When a sleep ends or a wait gives up.
    until_at timestamptz,
    primary key (run_id, step_id),
    check ((status in ('done', 'failed')) = (finished_order is not null))
  ) ${vacuumedOften};

  -- One row for each call of the app that was settled: what people see as attempts.
  create table inngest_engine.calls (
    id bigint generated always as identity primary key,
    run_id text not null references inngest_engine.runs (id) on delete cascade,
    step_id text,
    attempt integer not null,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    outcome text not null check (outcome in ('returned', 'advanced', 'retried', 'failed', 'lost', 'unreached')),
    error text
  ) ${vacuumedOften};
  create index calls_by_run on inngest_engine.calls (run_id, id);

  create table inngest_engine.jobs (
    id bigint generated always as identity primary key,
    run_id text not null references inngest_engine.runs (id) on delete cascade,
    kind text not null check (kind in ('run', 'step', 'sleep', 'timeout')),
    step_id text,
    attempt integer not null default 0,
    lost_calls integer not null default 0,
    limit_keys text[] not null default '{}',
    limits integer[] not null default '{}',
    run_at timestamptz not null,
    leased_by_epoch integer,
    leased_until timestamptz,
    -- Counts up with each claim: an answer or checkpoint of an earlier dispatch is stale.
    dispatch integer not null default 0,
    -- The limit key without a free place; null where the job may be claimed. The leader sets and clears it.
    parked_on text,
    check ((kind = 'run') = (step_id is null)),
    check ((leased_by_epoch is null) = (leased_until is null))
  ) ${vacuumedOften};
  create unique index jobs_one_per_step on inngest_engine.jobs (run_id, step_id) where step_id is not null;
  create index jobs_by_run on inngest_engine.jobs (run_id);
  create index jobs_by_time on inngest_engine.jobs (run_at, id) where parked_on is null;
  create index jobs_parked on inngest_engine.jobs (parked_on, run_at, id) where parked_on is not null;
  create index jobs_leased on inngest_engine.jobs (leased_by_epoch) where leased_by_epoch is not null;

  create table inngest_engine.crons (
    function_id text not null,
    expression text not null,
    next_at timestamptz not null,
    primary key (function_id, expression)
  );

  -- What a run listens for: a step's event, or (without a step) one that cancels it.
  create table inngest_engine.waits (
    id bigint primary key default nextval('inngest_engine.arrivals'),
    run_id text not null references inngest_engine.runs (id) on delete cascade,
    step_id text,
    event_name text not null,
    -- A CEL expression over event (the run's own) and async (the one that comes); null: any event of the name.
    condition text,
    -- One equality lifted out of the condition, as a label of the event that comes: the wait is found by index.
    match_label text,
    started_at timestamptz not null,
    -- Of one that cancels: the arrival of the run's own event. What came after that counts, also before the run began.
    since bigint,
    -- An event that comes later is too late; that a step goes on then is a job of its own.
    expires_at timestamptz
  );
  create unique index waits_one_per_step on inngest_engine.waits (run_id, step_id) where step_id is not null;
  create index waits_by_run on inngest_engine.waits (run_id);
  create index waits_by_event on inngest_engine.waits (event_name, match_label, id);
  `,
];
