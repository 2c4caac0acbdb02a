import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OwnerSql } from "@/db/client";
import { freePort } from "@/scripts/local/free-port";
import { type Installation, openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import { liftCaps, publishOver, startOver } from "@/scripts/smoke/workflow-client";

const limitMs = 60_000;

/** The whole product as the demo starts it, on a folder of its own, for as long as `work` takes. */
export async function withInstallation(
  work: (installation: Installation, owner: OwnerSql) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  // Under a key of its own, which openOwnerOf takes over.
  const env = { LOG_LEVEL: "warn", COUNTERSIGN_SECRET_KEY: undefined };
  const installation = await startInstallation(folder, await freePort(), env);
  const owner = await openOwnerOf(installation);
  try {
    await work(installation, owner);
  } finally {
    await owner.end();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the workflow in force, and begins so many runs of it. */
export async function startRunsOver(
  installation: Installation,
  owner: OwnerSql,
  { source, workflow, count }: { source: string; workflow: string; count: number },
): Promise<void> {
  await publishOver(installation, owner, source);
  await liftCaps(owner);
  for (let n = 0; n < count; n += 1) await startOver(installation, workflow, `bench-${n}`);
}

/** Reads again until there are `count` rows. @throws Error that says what did not happen, after a minute. */
export async function untilThere<Row>(
  count: number,
  what: string,
  read: () => PromiseLike<readonly Row[]>,
): Promise<readonly Row[]> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(200)) {
    const rows = await read();
    if (rows.length === count) return rows;
  }
  throw new Error(`not all of ${count} ${what} within ${limitMs} ms`);
}
