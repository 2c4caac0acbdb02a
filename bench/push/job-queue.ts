import { type Runner, run } from "graphile-worker";
import type { OwnerSql } from "@/db/client";
import { openOwnerOf, type Installation } from "@/scripts/smoke/own-installation";
import type { BareWriter } from "./bare-writes";

/**
 * Graphile Worker doing the same write as its job, on the same Postgres: the row that asks for it and the job are written in one
 * transaction, and the job's last statement says when it was done. Both times are the database's, as ours are.
 */
export async function openJobQueue(installation: Installation, write: BareWriter) {
  const owner = await openOwnerOf(installation);
  await owner`CREATE TABLE bench_writes (id bigint PRIMARY KEY, asked_at timestamptz NOT NULL, done_at timestamptz)`;
  const waiting = new Map<number, () => void>();
  const url = new URL(installation.databaseUrl);
  url.username = "countersign_owner";
  url.password = encodeURIComponent(String(owner.options.pass));
  const runner = await run({
    connectionString: url.toString(),
    concurrency: 1,
    noHandleSignals: true,
    taskList: {
      write: async (payload, { withPgClient }) => {
        const { id } = payload as { id: number };
        await write(id);
        await withPgClient((client) =>
          client.query("UPDATE bench_writes SET done_at = clock_timestamp() WHERE id = $1", [id]),
        );
        waiting.get(id)?.();
      },
    },
  });
  return { time: (id: number) => timeJob(owner, waiting, id), close: () => close(owner, runner) };
}

async function timeJob(owner: OwnerSql, waiting: Map<number, () => void>, id: number): Promise<number> {
  const done = new Promise<void>((resolve) => waiting.set(id, resolve));
  await owner`
    WITH asked AS (INSERT INTO bench_writes (id, asked_at) VALUES (${id}, clock_timestamp()) RETURNING id)
    SELECT graphile_worker.add_job('write', json_build_object('id', id)) FROM asked`;
  await done;
  waiting.delete(id);
  const [row] = await owner<{ ms: number }[]>`
    SELECT extract(epoch FROM done_at - asked_at)::float8 * 1000 AS ms FROM bench_writes WHERE id = ${id}`;
  return row!.ms;
}

async function close(owner: OwnerSql, runner: Runner): Promise<void> {
  await runner.stop();
  await owner.end();
}
