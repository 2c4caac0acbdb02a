import { afterAll, expect, test } from "vitest";
import type { Commit } from "@countersign/netsuite-simulator";
import { distributor } from "@countersign/netsuite-simulator/company";
import { slowness } from "@/e2e/support/slowness";
import { testCredentials } from "@/netsuite/testing/open-account";
import { proposals } from "@/lib/gateway/testing/proposals";
import { outcomeOf, until } from "@/lib/gateway/testing/race";
import { startBusyProcess } from "@/lib/gateway/testing/stop/process-control";
import { seeded } from "@/lib/gateway/testing/stop/seeded";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { setGlobalSwitch } from "./set-global-switch";
import { setKillSwitch } from "./set-kill-switch";

/**
 * One of two processes stands still (SIGSTOP) wherever it happens to be. `npm run torture:stop` does it more often, and prints
 * its figures; STOP_SEED repeats a run.
 */
const rounds = Number(process.env.STOP_ROUNDS ?? 2);
const seed = Number(process.env.STOP_SEED ?? 20_261_122);
const acknowledgedMsMax = 2_000 * slowness;
const approvedMsMax = 12_000 * slowness;
/** The busy process is frozen within this time after it has ended an action. */
const momentMsMax = 150;

const world = await useWorld();
const { gateway, owner } = world;
const other = await world.addTenant();
const [first, second, ...names] = distributor.customers.map(({ name }) => name);
const companies = [
  {
    tenantId: world.tenantId,
    approver: world.approver,
    agent: world.agent,
    ours: first,
    customers: names.slice(0, 3),
  },
  {
    tenantId: other.tenantId,
    approver: await other.person("Otto", "approver"),
    agent: await other.agent("other-agent"),
    ours: second,
    customers: names.slice(3, 6),
  },
];
const busy = await startBusyProcess({
  databaseUrl: world.db.urls.app,
  simulatorUrl: world.account.simulator.url,
  account: testCredentials.account,
  credentials: testCredentials,
  tenants: companies,
});
afterAll(() => busy.end());

const elapsedMs = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return Math.round(performance.now() - startedAt);
};
const countApprovals = async (tenantId: number) => {
  const [row] = await owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM decisions WHERE tenant_id = ${tenantId} AND decision = 'approve'`;
  return row!.count;
};

/** The switch of one company in even rounds, of all in odd ones. */
async function engage(round: number, engaged: boolean): Promise<void> {
  const change = { name: "proposed_apply", engaged, reason: "a test" } as const;
  if (round % 2 === 0) await setKillSwitch(world.admin, change, gateway);
  else await setGlobalSwitch({ kind: "operator", name: "Olaf" }, change, gateway);
}

test(`while another process is frozen at ${rounds} random moments, a switch is acknowledged in under 2 s, and everybody's approvals go on in under 12 s`, async () => {
  const random = seeded(seed);
  const figures = [];
  for (let round = 0; round < rounds; round += 1) {
    const waiting = [];
    for (const { agent, approver, ours } of companies)
      for (let note = 0; note < 3; note += 1) {
        const { proposal } = await world.propose(proposals.arNote({ entity_ref: ours }), agent);
        waiting.push({ proposal, approver });
      }
    const before = busy.ended();
    await until("the busy process ending an action", async () => busy.ended() > before);
    const moment = performance.now() + random() * momentMsMax;
    await until("the moment", async () => performance.now() >= moment);
    busy.freeze();

    const [held] = await world.superuser<{ transactions: number; locks: number }[]>`
      SELECT count(DISTINCT a.pid)::int AS transactions, count(l.pid) FILTER (WHERE l.locktype <> 'virtualxid')::int AS locks
      FROM pg_stat_activity a LEFT JOIN pg_locks l ON l.pid = a.pid
      WHERE a.datname = current_database() AND a.state = 'idle in transaction'`;
    const acknowledgedMs = await elapsedMs(() => engage(round, true));
    const atAnswer = await countApprovals(world.tenantId);
    const [early] = waiting;
    expect(await outcomeOf(world.decide(early!.approver, early!.proposal))).toMatchObject({
      error: { code: "blocked" },
    });
    expect(await countApprovals(world.tenantId), "approvals after the answer").toBe(atAnswer);
    await engage(round, false);
    // Its own proposals and those that the frozen process left behind, which it may hold.
    const left = await owner<{ id: number; payload_hash: string; tenant_id: number }[]>`
      SELECT id, payload_hash, tenant_id FROM proposed_actions WHERE status = 'pending' AND NOT id = ANY (${waiting.map(({ proposal }) => proposal.id)})`;
    const approvedMs = await Promise.all([
      ...waiting.map(({ proposal, approver }) =>
        elapsedMs(async () =>
          expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" }),
        ),
      ),
      ...left.map((proposal) =>
        elapsedMs(() => {
          const { approver } = companies.find(({ tenantId }) => tenantId === proposal.tenant_id)!;
          return outcomeOf(world.decide(approver, proposal));
        }),
      ),
    ]);
    figures.push({ round, ...held!, acknowledgedMs, approvedMs: Math.max(...approvedMs) });
    expect(acknowledgedMs, JSON.stringify(figures.at(-1))).toBeLessThan(acknowledgedMsMax);
    expect(Math.max(...approvedMs), JSON.stringify(figures.at(-1))).toBeLessThan(approvedMsMax);

    busy.thaw();
    const after = busy.ended();
    await until("the thawed process going on", async () => busy.ended() > after + 3 || busy.hasExited());
    expect(busy.hasExited(), busy.faults()).toBe(false);
  }
  if (process.env.STOP_ROUNDS) console.table(figures);

  const { commits } = (await world.account.control("GET", "ledger")) as { commits: Commit[] };
  const keys = commits.filter(({ action_key: key }) => key !== null).map(({ action_key: key }) => key);
  expect(new Set(keys).size, "no key was written twice").toBe(keys.length);
});
