import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Debian keeps it beside the server's other programs. @throws Error that says what to install. */
export function findPgbench(): string {
  const onPath = (process.env.PATH ?? "").split(":").map((folder) => `${folder}/pgbench`);
  const debian = "/usr/lib/postgresql";
  const packaged = existsSync(debian)
    ? readdirSync(debian).map((version) => `${debian}/${version}/bin/pgbench`)
    : [];
  const pgbench = [...onPath, ...packaged].find((file) => existsSync(file));
  if (!pgbench)
    throw new Error("pgbench is not installed: it comes with Postgres' client or contrib package.");
  return pgbench;
}

/** Runs one script `transactions` times over `clients` connections; returns transactions per second. */
export async function runPgbench(options: {
  pgbench: string;
  url: string;
  script: string;
  clients: number;
  transactions: number;
}): Promise<number> {
  const perClient = Math.floor(options.transactions / options.clients);
  const { stdout } = await run(
    options.pgbench,
    [
      ...`-n -M prepared -c ${options.clients} -j 2 -t ${perClient} -f`.split(" "),
      options.script,
      options.url,
    ],
    { maxBuffer: 10_000_000 },
  );
  const match = /tps = ([\d.]+)/.exec(stdout);
  if (!match) throw new Error(`pgbench said nothing of its speed:\n${stdout}`);
  return Number(match[1]);
}
