import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { startInstallation } from "@/scripts/smoke/own-installation";
import { openOwner } from "@/db/client";
import { setGrace } from "./grace";
import { ownerUrl } from "./installation";
import { startReceiver } from "./http/receiver";
import { keepRunningOut } from "./proposals/running-out";
import { keepSessions } from "./people/sessions";

/** All tests act as the same few people and agents. */
const quotas = { TENANT_PROPOSALS_PER_MINUTE: "100000", PERSON_READS_PER_MINUTE: "100000" };

/**
 * Starts an installation in a folder of its own, as `npm run demo` does, and ends it after the last test. A running
 * installation is used as it is when COUNTERSIGN_DEMO_FILE names it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.COUNTERSIGN_DEMO_FILE) {
    await prepare();
    return undefined;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-e2e-"));
  let stop = async (): Promise<unknown> => null;
  const receiver = await startReceiver();
  const end = async () => {
    await stop();
    receiver.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    process.env.COUNTERSIGN_RECEIVER = receiver.host;
    const outbound = { OUTBOUND_ALLOW: receiver.host };
    ({ stop } = await startInstallation(folder, await freePort(), { CI: "true", ...quotas, ...outbound }));
    process.env.COUNTERSIGN_DEMO_FILE = path.join(folder, "demo.json");
    await prepare();
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function prepare(): Promise<void> {
  await keepSessions();
  await keepRunningOut();
  await keepTotalsApart();
  await keepRoom();
  await setGrace(0);
}

/** Much waits here for the few records of the demo, and is never decided. */
async function keepRoom(): Promise<void> {
  const owner = openOwner(ownerUrl(), { poolMax: 1 });
  await owner.begin(async (tx) => {
    await tx`INSERT INTO proposal_limits (tenant_id, pending_max, high_max, agent_high_max, record_max,
        record_high_max, reason, changed_by_label)
      SELECT id, 10000, 10000, 10000, 10000, 5000, 'tests', 'tests' FROM tenants
      ON CONFLICT (tenant_id) DO NOTHING`;
    await tx`SELECT append_event(id, 'proposal_limits', id, 'proposal_limits.changed', 'system', 'tests',
        '{"reason": "tests"}') FROM tenants`;
  });
  await owner.end();
}

/**
 * One key proposes here as many agents would in weeks: the totals of that agent, and of a location, would lift the tier of
 * whatever a test proposes late. Tests of the gateway hold those rules.
 */
async function keepTotalsApart(): Promise<void> {
  const owner = openOwner(ownerUrl(), { poolMax: 1 });
  await owner`UPDATE risk_tier_rules SET at_least = 100000000000
    WHERE measure IN ('cumulative_agent_cents', 'cumulative_location_cents')`;
  await owner`SELECT record_rules_change(id, 'system', 'tests', '{"why": "totals apart"}') FROM tenants`;
  await owner.end();
}
