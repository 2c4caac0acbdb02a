import type postgres from "postgres";

/**
 * Rows that neither engine nor app can talk away: each execution of a step by the app, and by triggers of the test each
 * step that is remembered, each claim and settlement of a job with its epoch, and each epoch's beginning.
 */
export async function installWitnesses(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema torture;
    create table torture.executions (
      run_id text not null,
      step text not null,
      began_at timestamptz not null default clock_timestamp()
    );
    create index on torture.executions (run_id);
    create table torture.remembered (run_id text not null, step text not null, at timestamptz not null);
    create index on torture.remembered (run_id);
    create table torture.dispatches (
      what text not null,
      epoch integer not null,
      leader_epoch integer not null,
      at timestamptz not null
    );
    create table torture.epochs (epoch integer not null, at timestamptz not null);

    create function torture.note_step() returns trigger language plpgsql as $$
    begin
      insert into torture.remembered values (new.run_id, new.name, clock_timestamp());
      return null;
    end $$;
    create trigger torture_step_inserted after insert on inngest_engine.steps for each row
      when (new.finished_order is not null) execute function torture.note_step();
    create trigger torture_step_finished after update on inngest_engine.steps for each row
      when (new.finished_order is not null) execute function torture.note_step();

    create function torture.note_dispatch() returns trigger language plpgsql as $$
    declare v_leading integer;
    begin
      select epoch into v_leading from inngest_engine.leadership;
      if tg_op = 'INSERT' then
        -- The leader may take a run's first job with the event itself.
        if new.leased_by_epoch is not null then
          insert into torture.dispatches values ('claim', new.leased_by_epoch, v_leading, clock_timestamp());
        end if;
      elsif tg_op = 'UPDATE' and new.dispatch > old.dispatch then
        insert into torture.dispatches values ('claim', new.leased_by_epoch, v_leading, clock_timestamp());
      elsif old.leased_by_epoch is not null
        and (tg_op = 'DELETE' or new.leased_by_epoch is null)
        -- What the end of a run sweeps away is nobody's settlement.
        and exists (select 1 from inngest_engine.runs where id = old.run_id and status = 'running') then
        insert into torture.dispatches values ('settlement', old.leased_by_epoch, v_leading, clock_timestamp());
      end if;
      return null;
    end $$;
    create trigger torture_dispatch after insert or update or delete on inngest_engine.jobs for each row
      execute function torture.note_dispatch();

    create function torture.note_epoch() returns trigger language plpgsql as $$
    begin
      insert into torture.epochs values (new.epoch, clock_timestamp());
      return null;
    end $$;
    create trigger torture_epoch after update on inngest_engine.leadership for each row
      execute function torture.note_epoch();`);
}

export interface Verdict {
  /** Breaches of the guarantees; empty where all is well. */
  faults: string[];
  runs: number;
  executions: number;
  /** Executions beyond one per step: what was in flight when something was lost. */
  repeats: number;
  epochs: number;
}

const stepsPerRun = 4;
const lossesPerRunMax = 1;

export async function countEnded(sql: postgres.Sql): Promise<number> {
  return (await sql`select 1 from inngest_engine.runs where status <> 'running'`).length;
}

/** Judges everything that happened in a database. Call it when no run is left; each run may have met one loss. */
export async function judge(sql: postgres.Sql, eventIds: readonly string[]): Promise<Verdict> {
  const [counts] = await sql<
    { runs: number; ended: number; executions: number; steps: number; epochs: number }[]
  >`
    select (select count(*)::int from inngest_engine.runs) as runs,
      (select count(*)::int from inngest_engine.runs where status = 'completed'
         and json_array_length(output::json -> 'steps') = ${stepsPerRun}) as ended,
      (select count(*)::int from torture.executions) as executions,
      (select count(*)::int from (select distinct run_id, step from torture.executions) as one) as steps,
      (select count(*)::int from torture.epochs) as epochs`;
  const { runs, ended, executions, steps, epochs } = counts!;
  const faults: string[] = [];
  if (runs !== eventIds.length) faults.push(`${eventIds.length} events started ${runs} runs`);
  if (ended !== runs) faults.push(`${runs - ended} of ${runs} runs did not complete with every step`);
  if (steps !== runs * stepsPerRun) faults.push(`${steps} steps ran in ${runs} runs of ${stepsPerRun}`);
  faults.push(
    ...(await lines(sql`
      select 'run ' || run_id || ' executed ' || step || ' ' || count(*) || ' times' as fault
      from torture.executions group by run_id, step having count(*) > ${1 + lossesPerRunMax}`)),
    ...(await lines(sql`
      select 'run ' || e.run_id || ' executed ' || e.step || ' again '
        || (e.began_at - r.at) || ' after it was remembered' as fault
      from torture.executions e join torture.remembered r using (run_id, step) where e.began_at > r.at`)),
    ...(await lines(sql`
      select 'run ' || run_id || ' remembered ' || step || ' ' || count(*) || ' times' as fault
      from torture.remembered group by run_id, step having count(*) > 1`)),
    ...(await lines(sql`
      select 'epoch ' || epoch || ' made a ' || what || ' while epoch ' || leader_epoch || ' led' as fault
      from torture.dispatches where epoch <> leader_epoch`)),
    ...(await lines(sql`
      select 'epoch ' || d.epoch || ' made a ' || d.what || ' ' || (d.at - e.at)
        || ' after epoch ' || e.epoch || ' began' as fault
      from torture.dispatches d join torture.epochs e on e.epoch = d.epoch + 1 where d.at > e.at`)),
  );
  return { faults, runs, executions, repeats: executions - steps, epochs };
}

async function lines(query: PromiseLike<readonly postgres.Row[]>): Promise<string[]> {
  return (await query).map((row) => String(row.fault));
}
