import { randomBytes } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { slotsFor } from "@/lib/destinations/netsuite/request-slots";
import type { Gateway } from "@/lib/gateway/context";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { readLive } from "@/lib/gateway/live/read-live";
import { probePush } from "@/lib/gateway/deliver/settle/probe-push";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { tba, theirs, useTwoAccounts } from "@/lib/gateway/testing/two-accounts";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { netsuiteCredentialsSchema } from "@/lib/contract/settings/netsuite-account";
import { testCredentials } from "@/netsuite/testing/open-account";
import { readNetSuiteAccount, removeNetSuiteAccount, testNetSuiteAccount } from "./netsuite-account";

process.env.COUNTERSIGN_SECRET_KEY = randomBytes(32).toString("base64");

const {
  world,
  other,
  accountsFor,
  gateway,
  second,
  admin,
  approver,
  agent,
  stepped,
  set,
  propose,
  approved,
  push,
  rowOf,
  commitsIn,
} = await useTwoAccounts();
const { owner } = world;

describe("a tenant without an account", () => {
  test("is refused with the place where one is set, and nothing of it reaches another tenant's account", async () => {
    await expectRefusal(propose(), { code: "no_netsuite_account", status: 409 });
    await expectRefusal(testNetSuiteAccount(admin, gateway), "no_netsuite_account");
    expect(await readNetSuiteAccount(admin, gateway)).toMatchObject({ source: "none", account: null });
    const [count] =
      await owner`SELECT count(*)::int AS n FROM proposed_actions WHERE tenant_id = ${second.tenantId}`;
    expect(count!.n).toBe(0);
  });

  test("still proposes what stays with us", async () => {
    const draft = {
      action_type: "cache_invalidation",
      entity_type: "cache",
      entity_ref: "prices",
      changes: [],
    };
    expect(
      (await world.propose({ ...draft, changes: [{ field: "invalidate", to: 1 }] }, agent, null, gateway))
        .created,
    ).toBe(true);
  });

  test("of several the first one, or the one that the environment names, has the environment's", async () => {
    expect(await gateway.accounts.usesEnvironmentAccount(world.tenantId)).toBe(true);
    expect(await gateway.accounts.usesEnvironmentAccount(second.tenantId)).toBe(false);
    const named = accountsFor(admin.tenantSlug);
    expect(await named.usesEnvironmentAccount(world.tenantId)).toBe(false);
    expect(await named.usesEnvironmentAccount(second.tenantId)).toBe(true);
    expect(await named.of(world.tenantId)).toBeNull();
  });
});

describe("credentials", () => {
  test("are set by administrators alone, and no answer, event or row holds a secret in the clear", async () => {
    await expectRefusal(set(tba(theirs), approver), "not_allowed");
    const view = await set(tba(theirs));
    expect(view).toMatchObject({
      source: "own",
      account: theirs.account,
      key_prefix: "their-",
      set_by: "Sasha",
    });
    const rows =
      await owner`SELECT row_to_json(n)::text AS text FROM netsuite_accounts n WHERE tenant_id = ${second.tenantId}`;
    const events = await owner`SELECT body_text AS text FROM events WHERE entity_type = 'netsuite_account'`;
    expect(rows).toHaveLength(1);
    expect(events).toHaveLength(1);
    const texts = [JSON.stringify(view), ...[...rows, ...events].map(({ text }) => text as string)];
    for (const secret of [theirs.consumerSecret, theirs.tokenSecret, theirs.tokenId, theirs.consumerKey])
      for (const text of texts) expect(text).not.toContain(secret);
    expect((await verifyLedger(admin, { mode: "full" }, gateway)).intact).toBe(true);
  });

  test("that a row of another tenant holds open nothing", async () => {
    await owner`INSERT INTO netsuite_accounts (tenant_id, strategy, account, key_prefix, sealed, set_by_label)
      SELECT ${world.tenantId}, strategy, account, key_prefix, sealed, 'a thief' FROM netsuite_accounts WHERE tenant_id = ${second.tenantId}`;
    onTestFinished(
      async () => void (await owner`DELETE FROM netsuite_accounts WHERE tenant_id = ${world.tenantId}`),
    );
    await expectRefusal(world.propose(proposals.arNote(), world.agent, null, gateway), "no_netsuite_account");
  });

  test("are tested by one signed read that says what fails", async () => {
    expect(await testNetSuiteAccount(admin, gateway)).toMatchObject({ ok: true });
    await set(tba({ ...theirs, tokenSecret: "wrong" }));
    const failed = await testNetSuiteAccount(admin, gateway);
    expect(failed).toMatchObject({ ok: false, to_do: expect.stringContaining("token") });
    await set(tba(theirs));
    expect(await testNetSuiteAccount(admin, gateway)).toMatchObject({ ok: true });
  });

  test.each([
    [{ ...tba(theirs), account: "evil.example/x" }, "account"],
    [{ ...tba(theirs), consumer_key: "" }, "consumer_key"],
    [
      { strategy: "oauth2-m2m", account: "1", client_id: "c", certificate_id: "d", private_key: "no key" },
      "private_key",
    ],
  ])("that cannot work are refused at the field", (input, field) => {
    const parsed = netsuiteCredentialsSchema.safeParse(input);
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe("with an account of its own", () => {
  test("a tenant's writes go there and nowhere else", async () => {
    const { id, pushId } = await approved();
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect([await commitsIn(other, id), await commitsIn(world.account, id)]).toEqual([1, 0]);
    expect(await rowOf(pushId)).toEqual({ status: "applied", netsuite_account: theirs.account });
    await other.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
  });

  test("live views read it", async () => {
    await other.edit("customer", "Coastal Pantry", { creditlimit: "77000" });
    const { proposal } = await propose(proposals.arNote() as never);
    expect((await readLive(approver, proposal.id, gateway)).state).toBe("read");
    await expectRefusal(propose(), { code: "from_mismatch" });
    await other.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
  });

  test("requests of tenants on one account share its places", () => {
    expect(slotsFor("7654321-sb1", 4)).toBe(slotsFor(theirs.account, 4));
    expect(slotsFor(testCredentials.account, 4)).not.toBe(slotsFor(theirs.account, 4));
  });
});

describe("an account that another company uses too", () => {
  test("has nothing go by itself, under any signature, until it is one company's again", async () => {
    await set(tba(theirs));
    await signForNotes(world, admin);
    const noteStatus = async (note: string) =>
      (await propose(proposals.noteAttachment({ changes: [{ field: "note", to: note }] }) as never)).proposal
        .status;
    expect(await noteStatus("Alone.")).toBe("approved");

    const third = await world.addTenant();
    const theirAdmin = await third.person("Thea", "admin");
    await set(tba(theirs), theirAdmin);
    expect(await noteStatus("With a second company.")).toBe("pending");
    await removeNetSuiteAccount(await stepped(theirAdmin, "none"), gateway);
    expect(await noteStatus("Alone again.")).toBe("approved");

    // The first company's account is the environment's.
    await set(tba(testCredentials as typeof theirs, testCredentials.account));
    expect(await noteStatus("In the first company's.")).toBe("pending");
    await set(tba(theirs));
  });
});

describe("changing the account", () => {
  test("a write that was approved for the old one goes to no other: it is stale", async () => {
    const { id, pushId } = await approved();
    await set(tba(testCredentials as typeof theirs, testCredentials.account));
    expect(await push(pushId)).toEqual({ outcome: "stale" });
    expect([await commitsIn(other, id), await commitsIn(world.account, id)]).toEqual([0, 0]);
    const [row] = await owner`SELECT status, end_reason FROM proposed_actions WHERE id = ${id}`;
    expect(row).toEqual({ status: "stale", end_reason: expect.stringContaining("another NetSuite account") });
    await set(tba(theirs));
  });

  test("a write whose answer was lost is asked about where it went, and found there", async () => {
    const { id, pushId } = await approved();
    await other.fault("drop_after_commit", { times: 1 });
    await other.fault("service_unavailable", { op: "probe", times: 1 });
    expect(await push(pushId)).toMatchObject({ outcome: "unknown" });
    await set(tba(testCredentials as typeof theirs, testCredentials.account));
    expect(await probePush(second.tenantId, pushId, gateway)).toEqual({ outcome: "applied" });
    expect([await commitsIn(other, id), await commitsIn(world.account, id)]).toEqual([1, 0]);
    await set(tba(theirs));
    await other.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
  });

  test("a write that never arrived is not sent again to the new account", async () => {
    const { id, pushId } = await approved();
    await other.fault("drop_before_execution", { times: 1 });
    await other.fault("service_unavailable", { op: "probe", times: 1 });
    expect(await push(pushId)).toMatchObject({ outcome: "unknown" });
    await set(tba(testCredentials as typeof theirs, testCredentials.account));
    await owner`UPDATE ns_pending_pushes SET hold_until = now() - interval '1 hour', last_sent_at = last_sent_at - interval '1 hour', not_after = not_after - interval '1 hour' WHERE id = ${pushId}`;
    await probePush(second.tenantId, pushId, gateway);
    await owner`UPDATE ns_pending_pushes SET next_attempt_at = now() WHERE id = ${pushId} AND status = 'queued'`;
    for (let round = 0; round < 3 && (await rowOf(pushId)).status !== "stale"; round += 1) await push(pushId);
    expect((await rowOf(pushId)).status).toBe("stale");
    expect([await commitsIn(other, id), await commitsIn(world.account, id)]).toEqual([0, 0]);
    await set(tba(theirs));
  });

  describe.each([
    ["another one", () => set(tba(testCredentials as typeof theirs, testCredentials.account))],
    ["none", async () => removeNetSuiteAccount(await stepped(admin, "none"), gateway)],
  ])("to %s", (_to, change) => {
    /** The account changes as the write asks its client for this. */
    const changingAt = (step: "reserve" | "write"): Gateway => ({
      ...gateway,
      accounts: {
        ...gateway.accounts!,
        async of(...asked) {
          const account = (await gateway.accounts!.of(...asked))!;
          const { client } = account;
          const reserve: typeof client.reserve = () => change().then(client.reserve);
          const write: typeof client.write = (...given) => change().then(() => client.write(...given));
          return { ...account, client: { ...client, ...(step === "reserve" ? { reserve } : { write }) } };
        },
      },
    });

    test.each(["reserve", "write"] as const)(
      "before the %s of a write keeps it from leaving until the account is the approved one again",
      async (step) => {
        const { id, pushId } = await approved(proposals.arNote() as never);
        await pushLine(second.tenantId, pushId, changingAt(step));
        expect(await rowOf(pushId)).toMatchObject({ status: "queued" });
        expect([await commitsIn(other, id), await commitsIn(world.account, id)]).toEqual([0, 0]);
        await set(tba(theirs));
        await owner`UPDATE ns_pending_pushes SET next_attempt_at = now() WHERE id = ${pushId}`;
        expect(await push(pushId)).toEqual({ outcome: "applied" });
      },
    );
  });

  test("after removal approved writes wait, and go once the account is set again as they were proposed", async () => {
    const { id, pushId } = await approved();
    expect(await removeNetSuiteAccount(await stepped(admin, "none"), gateway)).toMatchObject({
      source: "none",
    });
    expect(await push(pushId)).toMatchObject({ outcome: "waiting_its_turn", retryInMs: 60_000 });
    expect(await rowOf(pushId)).toEqual({ status: "queued", netsuite_account: null });
    expect(await commitsIn(world.account, id)).toBe(0);
    await set(tba(theirs));
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    await other.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
    expect((await verifyLedger(admin, { mode: "full" }, gateway)).intact).toBe(true);
  });

  test("credentials that nothing asks for any more are blanked a day later", async () => {
    await set(tba(theirs));
    await owner`UPDATE netsuite_accounts SET ended_at = ended_at - interval '25 hours' WHERE tenant_id = ${second.tenantId} AND ended_at IS NOT NULL`;
    await set(tba(theirs));
    const rows =
      await owner`SELECT sealed IS NULL AS blank, ended_at IS NULL AS live FROM netsuite_accounts WHERE tenant_id = ${second.tenantId} ORDER BY id`;
    expect(rows.filter(({ live }) => live)).toHaveLength(1);
    expect(rows.slice(0, -2).every(({ blank }) => blank)).toBe(true);
    expect(rows.slice(-2).map(({ blank }) => blank)).toEqual([false, false]);
  });

  test("a push stays with the account that it was sent to, also for the database's role", async () => {
    const { pushId } = await approved();
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    await expect(
      owner`UPDATE ns_pending_pushes SET netsuite_account = '1' WHERE id = ${pushId}`,
    ).rejects.toThrow(/stays with the account/);
  });
});
