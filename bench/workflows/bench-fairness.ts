import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type OwnerSql, openDatabase } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import { createDetachedGateway } from "@/lib/gateway/context";
import { freePort } from "@/scripts/local/free-port";
import { type Installation, openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import { liftCaps, publishOver, startOver } from "@/scripts/smoke/workflow-client";
import { median, percentile, report } from "../report";
import { STEPS_OF_A_RUN, openTenant, startRuns } from "./fill-runs";
import { netsuiteOfNobody } from "./own-database";

/** As many as are not done before the last single run: a thousand and more a second are. */
const readySteps = 20_000;
const singles = 30;
/** A person's pace. */
const paceMs = 300;
const growthMax = 2;
const limitMs = 60_000;
const source = "workflow: single\nsteps: [{ id: only, tool: transform, with: { value: 1 } }]";
/** How many steps of a tenant run at once, as shipped. */
const capOfATenant = 10;

/**
 * How long one tenant's single run waits for its first step: while nothing else is under way, and while thousands of steps of another tenant
 * are ready. The whole product as the demo starts it; the times are the database's own.
 */
export async function benchFairness(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const env = { LOG_LEVEL: "warn", COUNTERSIGN_SECRET_KEY: undefined };
  const installation = await startInstallation(folder, await freePort(), env);
  const owner = await openOwnerOf(installation);
  const database = openDatabase(installation.databaseUrl, { poolMax: 4 });
  const gateway = createDetachedGateway({ database, netsuite: netsuiteOfNobody() });
  try {
    await publishOver(installation, owner, source);
    await liftCaps(owner);
    const busyOne = await openTenant(owner, gateway, "busy");
    await allow(owner, busyOne, 1);
    const quiet = await timeSingles(installation, owner);
    await startRuns(busyOne, Math.ceil(readySteps / STEPS_OF_A_RUN), gateway);
    await allow(owner, busyOne, capOfATenant);
    const readyAtFirst = await countReady(owner, busyOne);
    const beside = await timeSingles(installation, owner);
    const readyAtLast = await countReady(owner, busyOne);
    if (readyAtLast === 0) throw new Error("the other tenant's steps were done before the last single run");
    await tell({ quiet, beside, readyAtFirst, readyAtLast });
  } finally {
    await Promise.all([owner.end(), database.end()]);
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const allow = (owner: OwnerSql, { tenantId }: Person, cap: number) => owner`
  UPDATE run_lanes SET max_concurrency = ${cap} WHERE tenant_id = ${tenantId}`;

async function countReady(owner: OwnerSql, { tenantId }: Person): Promise<number> {
  const [row] = await owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM steps WHERE tenant_id = ${tenantId} AND status = 'ready'`;
  return row!.count;
}

/** Milliseconds from the beginning of each of the demo company's runs to its first step at work. */
async function timeSingles(installation: Installation, owner: OwnerSql): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < singles; n += 1) {
    ids.push(await startOver(installation, "single", randomUUID()));
    await sleep(paceMs);
  }
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(200)) {
    const rows = await owner<{ ms: number }[]>`
      SELECT extract(epoch FROM started_at - created_at)::float8 * 1000 AS ms FROM runs
      WHERE id = ANY (${ids}) AND started_at IS NOT NULL`;
    if (rows.length === singles) return rows.map(({ ms }) => ms);
  }
  throw new Error(`not all of ${singles} runs began within ${limitMs} ms`);
}

async function tell(measured: {
  quiet: number[];
  beside: number[];
  readyAtFirst: number;
  readyAtLast: number;
}): Promise<void> {
  const { quiet, beside, readyAtFirst, readyAtLast } = measured;
  const row = (what: string, values: readonly number[]) => ({
    what,
    "p50 ms": Math.round(median(values)),
    "p95 ms": Math.round(percentile(values, 0.95)),
    "worst ms": Math.round(Math.max(...values)),
  });
  const growth = median(beside) / median(quiet);
  await report("fairness", {
    rows: [row("begun → first step, quiet", quiet), row("beside the other tenant's steps", beside)],
    summary:
      `a single run's first step takes ${growth.toFixed(2)} times its quiet p50 (target ≤ ${growthMax}) while another tenant has ` +
      `${readyAtFirst} steps ready, ${readyAtLast} at the end`,
    holds: growth <= growthMax,
    quiet,
    beside,
  });
}
