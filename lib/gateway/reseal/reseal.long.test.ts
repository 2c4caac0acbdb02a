import { createHash } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { keyedHash } from "@/lib/secrets/keyed-hash";
import { sealSecret } from "@/lib/secrets/secret-box";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { readGlobalSwitches, setGlobalSwitch } from "@/lib/gateway/controls/set-global-switch";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { untilWaiting } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { type World, openWorld } from "@/lib/gateway/testing/world";
import { SEALED_KINDS, type SealedKindName, TOKEN_COLUMNS } from "./kinds";
import { checkKeys, resealAll } from "./reseal";
import { newKey, useKeys } from "./testing/secret-keys";
import { SEALED_CASES } from "./testing/sealed-cases";

// The keys change while the tests run; a process reads its environment once.
vi.mock("@/lib/env", async (load) => {
  const env = await load<typeof import("@/lib/env")>();
  return { ...env, getEnv: () => env.parseEnv(process.env) };
});

const [former, fresh] = [newKey(), newKey()];
const keys = { current: fresh, previous: former };
useKeys(former);
const world = await useWorld();
const { owner } = world;
const database = openDatabase(world.db.urls.owner, { poolMax: 4 });
afterAll(() => database.end());
beforeEach(() => useKeys(former));

const kinds = Object.keys(SEALED_KINDS) as SealedKindName[];

test("every column that holds a seal or the hash of a token is sealed again, its holders are listed, or it is made anew", async () => {
  const rows = await owner<{ column: string }[]>`
    SELECT table_name || '.' || column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public'
      AND column_name ~ '(^|_)(seal|sealed|encrypted|password_hash|token_hash|key_hash|secret)$' ORDER BY 1`;
  // The person of a session enters a code again; NetSuite is asked about a write whose end has no seal.
  const anew = ["sessions.second_factor_seal", "ns_pending_pushes.end_seal"];
  // A run counts under either key until it has ended; checkKeys counts those that need the previous one.
  const ofRuns = [
    "runs.seal",
    "steps.given_seal",
    "steps.output_seal",
    "step_receipts.seal",
    "step_receipts.request_seal",
    "model_calls.seal",
  ];
  // A question to people is open for a day at most, and the runbook keeps the previous key for that long.
  const ofQuestions = ["hil_interactions.seal", "hil_responses.seal"];
  const known = [
    ...Object.values(SEALED_KINDS).map(({ column }) => column),
    ...TOKEN_COLUMNS,
    ...anew,
    ...ofRuns,
    ...ofQuestions,
  ];
  expect(rows.map(({ column }) => column)).toEqual(known.sort());
});

/** An installation for each kind: sealing again and counting go through all companies. */
describe.each(kinds)("a sealed %s", (kind) => {
  let own: World;
  let ownDatabase: Database;
  let app: postgres.Sql;
  beforeAll(async () => {
    own = await openWorld();
    ownDatabase = openDatabase(own.db.urls.owner, { poolMax: 4 });
    app = postgres(own.db.urls.app, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await Promise.all([ownDatabase.end(), app.end()]);
    await own.close();
  });
  const asApp = (tenantId: number, work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
    app.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      await work(tx);
    });

  test("works under both keys meanwhile, and with the new one alone after it was sealed again", async () => {
    const value = await SEALED_CASES[kind](own);
    expect(await value.works()).toBe(true);
    useKeys(fresh);
    expect(await value.works(), "the new key alone").toBe(false);
    useKeys(fresh, former);
    expect(await value.works(), "both keys").toBe(true);

    expect((await checkKeys({ database: ownDatabase, keys })).sealed[kind].previous).toBeGreaterThan(0);
    await resealAll({ database: ownDatabase, keys, batchMax: 1 });
    expect((await checkKeys({ database: ownDatabase, keys })).sealed[kind].previous).toBe(0);
    useKeys(fresh);
    expect(await value.works(), "the new key alone, afterwards").toBe(true);
    const before = await value.stored();
    expect(await resealAll({ database: ownDatabase, keys })).toBe(0);
    expect(await value.stored()).toBe(before);
  });

  test("that the app's database role wrote is not blessed: it is left as it is, counted and named", async () => {
    const strangers = newKey();
    const forgeries: ((another: string) => string)[] = [
      () => "scrypt$32768$8$1$c2FsdA$a2V5",
      () => createHash("sha256").update("approver").digest("hex"),
      () => sealSecret("secret", "password:1", strangers),
      () => keyedHash("role", "1/1/approver", strangers),
      (another) => another,
    ];
    const values = [];
    for (const forgery of forgeries) {
      const value = await SEALED_CASES[kind](own);
      const text = forgery(await value.another());
      await asApp(value.tenantId, (tx) => value.forge(tx, text));
      values.push({ ...value, text });
    }
    const before = (await checkKeys({ database: ownDatabase, keys })).sealed[kind].unproven;
    expect(before).toBeGreaterThanOrEqual(forgeries.length);

    await resealAll({ database: ownDatabase, keys });
    const { unproven, unprovenNames } = (await checkKeys({ database: ownDatabase, keys })).sealed[kind];
    expect(unproven).toBe(before);
    for (const { tenantId, text, stored, works } of values) {
      expect(await stored()).toBe(text);
      const [tenant] = await own.owner`SELECT slug FROM tenants WHERE id = ${tenantId}`;
      expect(unprovenNames.some((name) => name.endsWith(` of ${tenant!.slug}`))).toBe(true);
      for (const [current, previous] of [
        [fresh, former],
        [fresh, null],
        [former, null],
      ] as const) {
        useKeys(current, previous);
        expect(await works(), text).toBe(false);
      }
    }
  });
});

test("events that no checkpoint vouches for need the previous key until one does, and stand without it from then on", async () => {
  const admin = world.admin;
  // The policy is under the new key already; the proposal's seal is made under the former one.
  useKeys(former, fresh);
  await world.propose(proposals.arNote());
  useKeys(fresh, former);
  const waiting = (await checkKeys({ database, keys })).events;
  expect(waiting).toBeGreaterThan(0);
  useKeys(fresh);
  const verify = async () => (await verifyLedger(admin, { mode: "full" }, world.gateway)).faults;
  expect(await verify()).toContainEqual(expect.objectContaining({ kind: "proposal_unsealed" }));
  useKeys(fresh, former);
  await sealLedger(world.gateway);
  expect((await checkKeys({ database, keys })).events).toBe(0);
  useKeys(fresh);
  expect(await verify()).toEqual([]);
});

test("the release of a switch for every tenant is sealed again once, and counts under the new key alone", async () => {
  const operator = { kind: "operator", name: "Olaf" } as const;
  for (const engaged of [true, false])
    await setGlobalSwitch(operator, { name: "high_risk_ops", engaged, reason: "why" }, world.gateway);
  const isEngaged = async () =>
    (await readGlobalSwitches(operator, world.gateway)).switches.find(({ name }) => name === "high_risk_ops")!
      .engaged;
  const waiting = async () => (await checkKeys({ database, keys })).sealed["switch-release"].previous;
  expect([await isEngaged(), await waiting()]).toEqual([false, 1]);
  useKeys(fresh, former);
  expect(await isEngaged()).toBe(false);
  await resealAll({ database, keys });
  expect(await waiting()).toBe(0);
  useKeys(fresh);
  expect(await isEngaged()).toBe(false);
  useKeys(former);
  expect(await isEngaged()).toBe(true);
});

test("a viewer without a seal, who needs none, is not reported", async () => {
  const company = await foundCompany(owner, { slug: "viewers", name: "Viewers", foundedBy: "test" });
  const vera = await company.addPerson({ name: "Vera", role: "viewer" });
  const before = (await checkKeys({ database, keys })).sealed.role;
  await owner`UPDATE memberships SET role_seal = NULL WHERE user_id = ${vera.userId}`;
  const after = (await checkKeys({ database, keys })).sealed.role;
  expect(after).toEqual({ ...before, previous: before.previous - 1 });
});

test("two at once and a password that changes meanwhile: each value is sealed once, and the new password stays", async () => {
  await resealAll({ database, keys });
  const company = await foundCompany(owner, { slug: "race", name: "Race", foundedBy: "test" });
  const people = [];
  for (const name of ["One", "Two", "Three", "Four"])
    people.push(await company.addPerson({ name, role: "viewer", password: `the old words of ${name}` }));
  useKeys(fresh, former);
  const changed = people[1]!;
  const replacement = await hashPassword(changed.userId, "entirely different words");
  const runs: Promise<number>[] = [];
  // Holds the row that both come to, and changes it before they do.
  await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM users WHERE id = ${changed.userId} FOR UPDATE`;
    runs.push(resealAll({ database, keys, batchMax: 1 }), resealAll({ database, keys, batchMax: 1 }));
    await untilWaiting(world.superuser, 2);
    await tx`UPDATE users SET password_hash = ${replacement} WHERE id = ${changed.userId}`;
  });
  const counts = await Promise.all(runs);
  // The policy, the thresholds, four roles and three passwords: the changed one is under the new key already.
  expect(counts[0]! + counts[1]!).toBe(9);
  useKeys(fresh);
  const comeIn = async (email: string, password: string) =>
    (
      await signIn(
        { email, password, clientAddress: null },
        { database: world.db.database, wait: async () => {} },
      )
    ).outcome;
  for (const { name, email } of people)
    expect(await comeIn(email, `the old words of ${name}`), name).toBe(
      email === changed.email ? "refused" : "signed_in",
    );
  expect(await comeIn(changed.email, "entirely different words")).toBe("signed_in");
});
