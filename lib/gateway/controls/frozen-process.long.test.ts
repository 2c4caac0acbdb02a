import { afterAll, expect, onTestFinished, test } from "vitest";
import { getDatabase, inTenant } from "@/db/client";
import { isPassingFault } from "@/db/passing-faults";
import { lockAgentLoad } from "@/db/queries/actions/proposals";
import { selectOne } from "@/db/queries/rows";
import type { Commit } from "@countersign/netsuite-simulator";
import { distributor } from "@countersign/netsuite-simulator/company";
import { slowness } from "@/e2e/support/slowness";
import { personFromRequest } from "@/lib/auth/session/principals";
import { hashToken, newPersonalToken } from "@/lib/auth/session/tokens";
import { createDetachedGateway } from "@/lib/gateway/context";
import { testCredentials } from "@/netsuite/testing/open-account";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, outcomeOf, until, untilWaiting } from "@/lib/gateway/testing/race";
import { startBusyProcess } from "@/lib/gateway/testing/stop/process-control";
import { seeded } from "@/lib/gateway/testing/stop/seeded";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { setGlobalSwitch } from "./set-global-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";

/**
 * One of two processes stands still (SIGSTOP) wherever it happens to be. `npm run torture:stop` does it more often, and prints
 * its figures; STOP_SEED repeats a run.
 */
const rounds = Number(process.env.STOP_ROUNDS ?? 2);
const seed = Number(process.env.STOP_SEED ?? 20_261_122);
const acknowledgedMsMax = 2_000 * slowness;
const approvedMsMax = 12_000 * slowness;
/** More than the pool has connections. */
const burst = 25;
/** The busy process is frozen within this time after it has ended an action. */
const momentMsMax = 150;

const world = await useWorld();
const { gateway, owner } = world;
const other = await world.addTenant();
/** Both companies write to the same customers: a key that leaves out the tenant would make the one wait for the other. */
const [first, ...names] = distributor.customers.map(({ name }) => name);
const customers = names.slice(0, 3);
const companies = [
  {
    tenantId: world.tenantId,
    approver: world.approver,
    agent: world.agent,
    ours: first,
    customers,
  },
  {
    tenantId: other.tenantId,
    approver: await other.person("Otto", "approver"),
    agent: await other.agent("other-agent"),
    ours: first,
    customers,
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

/** A proposal that the frozen process left behind is approved, or was just before. */
const endings = ["claimed", "already_decided"];
const endingOf = ({ value, error }: Awaited<ReturnType<typeof outcomeOf<{ outcome: string }>>>) =>
  error?.code ?? value!.outcome;

/** Stops the busy process between two statements of a proposal, while it holds the turn of the first company's agent. */
async function freezeInProposal(): Promise<void> {
  const { tenantId, agentId } = world.agent;
  const [held, order] = [newGate<number>(), newGate()];
  const turn = inTenant(gateway.database, tenantId, async (tx) => {
    await lockAgentLoad(tx, tenantId, agentId);
    held.open((await selectOne<{ pid: number }>(tx)`SELECT pg_backend_pid() AS pid`).pid);
    await order.opened;
  });
  const holder = await held.opened;
  let waiting: number[] = [];
  await until("the busy process waiting for the turn", async () => {
    const rows = await world.superuser<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ${holder} = ANY (pg_blocking_pids(pid))`;
    waiting = rows.map(({ pid }) => pid);
    return waiting.length > 0;
  });
  busy.freeze();
  order.open();
  await turn;
  await until("the frozen process having the turn", async () => {
    const [row] = await world.superuser<{ held: boolean }[]>`
      SELECT count(*) > 0 AS held FROM pg_stat_activity
      WHERE pid = ANY (${waiting}) AND state = 'idle in transaction'`;
    return row!.held;
  });
}

/** The switch of one company in even rounds, of all in odd ones. */
async function engage(round: number, engaged: boolean): Promise<void> {
  const change = { name: "proposed_apply", engaged, reason: "a test" } as const;
  if (round % 2 === 0) await flipSwitch(world.owner, world.admin, change, gateway);
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
        elapsedMs(async () => {
          const { approver } = companies.find(({ tenantId }) => tenantId === proposal.tenant_id)!;
          expect(endings).toContain(endingOf(await outcomeOf(world.decide(approver, proposal))));
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

test(`while ${burst} proposals of one agent wait behind a frozen process, a switch is acknowledged in under 2 s, and another company's approval goes on in under 12 s`, async () => {
  process.env.DATABASE_URL = world.db.urls.app;
  // This process has the pool of an installation, and finds out who is asking in the same database.
  const database = getDatabase();
  onTestFinished(() => database.end());
  const serving = createDetachedGateway({ database, netsuite: gateway.netsuite });
  const { token } = newPersonalToken();
  await owner`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash)
    VALUES (${world.tenantId}, ${world.admin.userId}, 'phone', ${hashToken(token)})`;
  const request = new Request("http://countersign.test/", { headers: { authorization: `Bearer ${token}` } });
  const { agent: otherAgent, approver: otherApprover } = companies[1]!;
  const { proposal } = await world.propose(proposals.arNote({ entity_ref: first }), otherAgent);

  await freezeInProposal();
  const [{ waiting }] = await world.superuser<[{ waiting: number }]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const answers = Array.from({ length: burst }, (_, index) =>
    world.propose(proposals.arNote(), world.agent, `behind-${index}`, serving).then(
      () => "taken in",
      (fault: unknown) => (isPassingFault(fault) ? "refused for now" : String(fault)),
    ),
  );
  await untilWaiting(world.superuser, waiting + 1);
  const [acknowledgedMs, approvedMs] = await Promise.all([
    elapsedMs(async () => {
      const admin = await personFromRequest(request);
      await flipSwitch(world.owner, admin, { name: "ns_writes", engaged: true, reason: "a test" }, serving);
    }),
    elapsedMs(async () =>
      expect(await world.decide(otherApprover, proposal, {}, serving)).toMatchObject({ outcome: "claimed" }),
    ),
  ]);
  const figures = JSON.stringify({ acknowledgedMs, approvedMs });
  expect.soft(acknowledgedMs, figures).toBeLessThan(acknowledgedMsMax);
  expect.soft(approvedMs, figures).toBeLessThan(approvedMsMax);

  const outcomes = await Promise.all(answers);
  expect(new Set(outcomes)).toEqual(new Set(["taken in", "refused for now"]));
  const [row] = await owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM proposed_actions WHERE idempotency_key LIKE 'behind-%'`;
  expect(row!.count, "rows of the proposals that were taken in").toBe(
    outcomes.filter((outcome) => outcome === "taken in").length,
  );
});

test("a company that stands still with every key of a customer keeps no other company's proposal, approval or write of that customer waiting", async () => {
  const [still, going] = companies as [(typeof companies)[0], (typeof companies)[0]];
  // No other test has left a push of it.
  const customer = names[3]!;
  const { creditlimit } = await world.account.look("customer", customer);
  const input = proposals.creditLimit(0, {
    entity_ref: customer,
    changes: [{ field: "creditlimit", from: creditlimit, to: Number(creditlimit) + 100 }],
  });
  // The frozen process of the test before may still have the turn of an agent.
  const [oneOfStill, oneOfGoing] = [await world.home.agent("apart"), await other.agent("apart")];
  const { proposal } = await world.propose(input, oneOfStill);
  const [held, end] = [newGate(), newGate()];
  const standing = owner.begin(async (tx) => {
    // A second row of the same customer holds the locks of the day's totals.
    await tx`SELECT set_config('app.tenant_id', ${String(still.tenantId)}, true)`;
    await tx`
      INSERT INTO proposed_actions OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(a, '{"id": 9000000000, "idempotency_key": null, "chain_seq": 0, "chain_head": ""}')).*
      FROM proposed_actions a WHERE id = ${proposal.id}`;
    for (const purpose of ["push", "record"])
      await tx`SELECT lock_records(${still.tenantId}, ${purpose}, jsonb_agg(jsonb_build_object(
        'record_key', 'customer:' || n, 'record_family', 'customer', 'record_unread', true)))
        FROM generate_series(690, 760) AS n`;
    held.open();
    await end.opened;
    throw new Error("nothing of it stays");
  });
  await Promise.race([held.opened, standing]);
  try {
    const theirs = await world.propose(input, oneOfGoing);
    expect(await world.decide(going.approver, theirs.proposal)).toMatchObject({ outcome: "claimed" });
    const { id } = await world.pushOf(theirs.proposal.id);
    expect(await pushLine(going.tenantId, id, gateway)).toEqual({ outcome: "applied" });
  } finally {
    end.open();
    await expect(standing).rejects.toThrow("nothing of it stays");
  }
});
