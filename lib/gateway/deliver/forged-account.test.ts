import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { until } from "@/lib/gateway/testing/race";
import { home, tba, theirs, useTwoAccounts } from "@/lib/gateway/testing/two-accounts";

process.env.COUNTERSIGN_SECRET_KEY = randomBytes(32).toString("base64");

/** A write is for the account that it was proposed for, whatever the database's role writes beside it. */

const { world, other, second, set, propose, approved, push, rowOf, commitsIn, admin, gateway } =
  await useTwoAccounts();
const { owner } = world;
/** Every one of the shared proposals, whatever its shape. */
const proposed = (input: object) => input as ReturnType<typeof proposals.creditLimit>;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const asRole = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(second.tenantId)}, true)`;
    await work(tx);
  });
const accountsOf = async () =>
  (
    await owner<{ account: string }[]>`
      SELECT account FROM netsuite_accounts WHERE tenant_id = ${second.tenantId} ORDER BY id`
  ).map(({ account }) => account);
const name = (pushId: number, account: string) =>
  asRole((tx) => tx`UPDATE ns_pending_pushes SET netsuite_account = ${account} WHERE id = ${pushId}`);

test("a write that was approved for one account is not sent to another", async () => {
  await set(tba(theirs));
  const { id, pushId } = await approved();
  await set(tba(home, home.account));
  await name(pushId, (await accountsOf()).at(-1)!);
  expect(await push(pushId)).toMatchObject({ outcome: "stale" });
  expect([await commitsIn(other, id), await commitsIn(world.account, id)]).toEqual([0, 0]);
});

test("an account in which a write is cheap approves nothing for the real one", async () => {
  await set(tba(theirs));
  const cheap = { averagecost: "0.01", quantityonhand: "1000" };
  const locations = ["1", "2", "3", "4"].map((location) => ({ location, ...cheap }));
  await other.edit("item", "10532", { averagecost: "0.01", locations });
  const { proposal } = await propose(proposed(proposals.adjustment("200")));
  await world.decide(admin, proposal, {}, gateway);
  const [row] = await owner<
    { id: number }[]
  >`SELECT id FROM ns_pending_pushes WHERE action_id = ${proposal.id}`;
  await set(tba(home, home.account));
  await name(row!.id, (await accountsOf()).at(-1)!);
  expect(await push(row!.id)).toMatchObject({ outcome: "stale" });
  expect(await commitsIn(world.account, proposal.id)).toBe(0);
});

test("a write beside which another account is named while it is being leased goes to neither", async () => {
  await set(tba(home, home.account));
  await set(tba(theirs));
  const former = (await accountsOf()).at(-2)!;
  const { id, pushId } = await approved(proposed(proposals.arNote()));
  let sending!: Promise<unknown>;
  await asRole(async (tx) => {
    await tx`UPDATE ns_pending_pushes SET netsuite_account = ${former} WHERE id = ${pushId}`;
    sending = push(pushId);
    await until("the lease waiting for the row", async () => {
      const waiting = await world.superuser`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%begin_sending%'`;
      return waiting.length > 0;
    });
  });
  expect(await sending).toMatchObject({ outcome: "stale" });
  expect([await commitsIn(other, id), await rowOf(pushId)]).toMatchObject([0, { status: "stale" }]);
});
