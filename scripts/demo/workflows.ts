import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type OwnerSql, openOwner } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { startRun } from "@/lib/runtime/runs/start-run";
import { publishWorkflow } from "@/lib/runtime/versions/publish-version";
import { storeVersion } from "@/lib/runtime/versions/store-version";
import { work } from "@/lib/runtime/work/work";

const folder = fileURLToPath(new URL("../../workflows", import.meta.url));

/** Those in force, with why, and what a run of each begins with. */
const inForce: Readonly<Record<string, { note: string; inputs: Record<string, string> }>> = {
  "bid-repricing": { note: "Bids under the floor are raised each Monday", inputs: { floor: "0.16" } },
  "overdue-receivables": { note: "Somebody chooses the letter each Tuesday", inputs: { from: "10000" } },
};

/** The shipped workflows, stored by an administrator. Two are in force, and a run of each waits for people. */
export async function enactWorkflows(admin: Person, gateway: Gateway, ownerUrl: string): Promise<void> {
  const owner = openOwner(ownerUrl, { poolMax: 1 });
  try {
    for (const file of (await readdir(folder)).sort()) {
      const source = await readFile(path.join(folder, file), "utf8");
      const { version } = await storeVersion(admin, { source }, gateway);
      if (Object.hasOwn(inForce, version.name)) await publish(admin, version, { gateway, owner });
    }
  } finally {
    await owner.end();
  }
  for (const [workflow, { inputs }] of Object.entries(inForce))
    await startRun(admin, { workflow, inputs }, gateway);
  await work({ parallel: 4, forMs: 60_000, patienceMs: 0 }, gateway);
}

type StoredVersion = Awaited<ReturnType<typeof storeVersion>>["version"];

async function publish(
  admin: Person,
  { id, name, version_id, hash }: StoredVersion,
  { gateway, owner }: { gateway: Gateway; owner: OwnerSql },
): Promise<void> {
  const by = await steppedUp(owner, admin, "publish_workflow", hash);
  const { note } = inForce[name]!;
  await publishWorkflow(by, { id, version_id, note, base_publication: 0 }, gateway);
}
