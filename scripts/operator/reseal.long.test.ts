import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test, vi } from "vitest";
import { inTenant } from "@/db/client";
import { insertAccount } from "@/db/queries/pushes/netsuite-accounts";
import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { sealBoundTo } from "@/lib/gateway/netsuite-accounts";
import { newKey, useKeys } from "@/lib/gateway/reseal/testing/secret-keys";
import { proposals } from "@/lib/gateway/testing/proposals";
import { untilWaiting } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealSecret } from "@/lib/secrets/secret-box";
import { runScript } from "../testing/run-script";

// The keys change while the tests run; a process reads its environment once.
vi.mock("@/lib/env", async (load) => {
  const env = await load<typeof import("@/lib/env")>();
  return { ...env, getEnv: () => env.parseEnv(process.env) };
});

const entry = fileURLToPath(new URL("./reseal.ts", import.meta.url));
const world = await useWorld();
const { owner } = world;
const fresh = newKey().toString("base64");
const former = process.env.COUNTERSIGN_SECRET_KEY!;
const useOf = (...keys: string[]) => {
  const [current, previous] = keys.map((key) => Buffer.from(key, "base64"));
  useKeys(current!, previous);
};
beforeEach(() => useOf(former));
const env = {
  LOG_LEVEL: "silent",
  DATABASE_OWNER_URL: world.db.urls.owner,
  COUNTERSIGN_SECRET_KEY: fresh,
  COUNTERSIGN_SECRET_KEY_PREVIOUS: former,
};
const reseal = () => runScript(entry, [], env);
const check = () => runScript(entry, ["--check"], env);
const stored = async () =>
  JSON.stringify([
    await owner`SELECT id, password_hash, totp_secret_encrypted, oidc_seal FROM users ORDER BY id`,
    await owner`SELECT user_id, role_seal FROM memberships ORDER BY tenant_id, user_id`,
    await owner`SELECT id, sealed FROM netsuite_accounts ORDER BY id`,
    await owner`SELECT id, key_hash FROM agents ORDER BY id`,
    await owner`SELECT id, token_hash FROM personal_tokens ORDER BY id`,
  ]);

test("without both keys, with one key twice, a short one or no database it exits with 2, says which, and writes nothing", async () => {
  const before = await stored();
  const { COUNTERSIGN_SECRET_KEY_PREVIOUS: _previous, ...alone } = env;
  const { DATABASE_OWNER_URL: _url, ...nowhere } = env;
  for (const [given, args, name] of [
    [alone, [], "COUNTERSIGN_SECRET_KEY_PREVIOUS is not set"],
    [{ ...env, COUNTERSIGN_SECRET_KEY_PREVIOUS: fresh }, [], "is the same as COUNTERSIGN_SECRET_KEY"],
    [{ ...env, COUNTERSIGN_SECRET_KEY_PREVIOUS: "c2hvcnQ=" }, [], "COUNTERSIGN_SECRET_KEY_PREVIOUS"],
    [{ ...env, COUNTERSIGN_SECRET_KEY: "" }, [], "needs COUNTERSIGN_SECRET_KEY"],
    [nowhere, [], "DATABASE_OWNER_URL"],
    [env, ["--dry"], "--dry"],
  ] as const) {
    const { code, complaint } = await runScript(entry, args, given);
    expect(code, complaint).toBe(2);
    for (const part of [name, "Usage: npm run reseal"]) expect(complaint).toContain(part);
  }
  expect(await stored()).toBe(before);
});

test("--check exits with 1 and writes nothing, reseal seals what it can, and --check exits with 0 when its list is done", async () => {
  const company = await foundCompany(owner, { slug: "shop", name: "Shop", foundedBy: "test" });
  const totpSecret = newTotpSecret();
  const ana = await company.addPerson({
    name: "Ana",
    role: "admin",
    password: "three unrelated words",
    totpSecret,
  });
  const token = await company.addToken(ana);
  const { key } = await company.addAgent({ name: "pricing" });
  const { proposal } = await world.propose(proposals.arNote());
  await world.decide(world.approver, proposal);
  const before = await stored();

  const first = await check();
  expect(first.code, first.complaint).toBe(1);
  expect(first.out).toContain("password: 0 under the current key, 1 under the previous one.");
  expect(await stored()).toBe(before);

  const run = await reseal();
  expect(run.code, run.complaint).toBe(0);
  // Four roles, two policies, the thresholds of two companies, a password and a second factor.
  expect(run.out).toContain("10 values were sealed again.");
  for (const part of [
    "password: 1 under the current key, 0 under the previous one.",
    "role: 4 under the current key, 0 under the previous one.",
    "2 agents' keys under the previous key",
    "  pricing (shop)",
    `  ${ana.email} (shop)`,
    `  action ${proposal.id} of `,
    "need the previous key: keep it",
  ])
    expect(run.out).toContain(part);
  expect((await check()).code).toBe(1);
  for (const secret of [token, key, totpSecret, fresh, former])
    expect(run.out + run.complaint).not.toContain(secret);

  // As the app runs meanwhile.
  useOf(fresh, former);
  await world.push((await world.pushOf(proposal.id)).id);
  await sealLedger(world.gateway);
  await owner`UPDATE agents SET revoked_at = now()`;
  await owner`UPDATE personal_tokens SET revoked_at = now()`;
  const last = await check();
  expect(last.code, last.out).toBe(0);
  expect(last.out).toContain("unset COUNTERSIGN_SECRET_KEY_PREVIOUS and restart");
});

test("killed in the middle it has lost nothing, and the next run seals the rest", async () => {
  const company = await foundCompany(owner, { slug: "killed", name: "Killed", foundedBy: "test" });
  const { tenantId } = company;
  for (const name of ["One", "Two", "Three"]) await company.addPerson({ name, role: "approver" });
  const accountId = await inTenant(world.db.database, tenantId, (tx) =>
    insertAccount(tx, tenantId, {
      strategy: "tba",
      account: "1234567",
      keyPrefix: "abcdef",
      sealed: sealSecret("{}", sealBoundTo(tenantId)),
      setByLabel: "Adam",
    }),
  );
  const { PATH = "", HOME = "" } = process.env;
  // Accounts come last: the roles are sealed again by then, and the run stands still before this row.
  await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM netsuite_accounts WHERE id = ${accountId} FOR UPDATE`;
    const child = spawn(process.execPath, ["--import", "tsx", entry], {
      env: { PATH, HOME, NODE_ENV: "test", ...env },
    });
    const closed = once(child, "close");
    await untilWaiting(world.superuser, 1);
    child.kill("SIGKILL");
    expect((await closed)[1]).toBe("SIGKILL");
  });
  const half = await check();
  expect(half.out).toContain("role: 7 under the current key, 0 under the previous one.");
  const again = await reseal();
  expect(again.code, again.complaint).toBe(0);
  expect(again.out).toContain("netsuite-account: 1 under the current key, 0 under the previous one.");
  expect((await check()).code).toBe(0);
});
