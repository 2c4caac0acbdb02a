import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { trustedRole } from "@/lib/auth/session/role-seal";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import type { Role } from "@/lib/core/access/principal";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { useKeys } from "@/lib/gateway/reseal/testing/secret-keys";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { runScript } from "../testing/run-script";

// The key changes while the test runs; a process reads its environment once.
vi.mock("@/lib/env", async (load) => {
  const env = await load<typeof import("@/lib/env")>();
  return { ...env, getEnv: () => env.parseEnv(process.env) };
});

const entry = fileURLToPath(new URL("./restore-admin.ts", import.meta.url));
const world = await useWorld();
const { owner } = world;

test("after a new key without the one before, it lets one administrator in, and nobody else", async () => {
  const company = await foundCompany(owner, { slug: "lost", name: "Lost", foundedBy: "test" });
  const { tenantId } = company;
  const adam = await company.addPerson({ name: "Adam", role: "admin", password: "the old words of Adam" });
  const ana = await company.addPerson({ name: "Ana", role: "approver", password: "the old words of Ana" });
  const fresh = randomBytes(32);
  const env = {
    LOG_LEVEL: "silent",
    DATABASE_OWNER_URL: world.db.urls.owner,
    COUNTERSIGN_SECRET_KEY: fresh.toString("base64"),
  };
  const run = (...args: string[]) => runScript(entry, args, env);
  for (const args of [
    [],
    ["--tenant", "lost"],
    ["--tenant", "lost", "--email", ana.email],
    ["--tenant", "elsewhere", "--email", adam.email],
  ])
    expect((await run(...args)).code).toBe(2);
  const { code, out, complaint } = await run("--tenant", "lost", "--email", adam.email, "--by", "Mike");
  expect(code, complaint).toBe(0);

  useKeys(fresh);
  const comeIn = async (email: string, password: string) =>
    (await signIn({ email, password, clientAddress: null }, { database: world.db.database })).outcome;
  expect(await comeIn(adam.email, out.split("\n")[1]!.trim())).toBe("signed_in");
  expect(await comeIn(adam.email, "the old words of Adam")).toBe("refused");
  expect(await comeIn(ana.email, "the old words of Ana")).toBe("refused");
  const rows = await owner<{ userId: number; role: Role; roleSeal: string | null; roleChanges: number }[]>`
    SELECT user_id AS "userId", role, role_seal AS "roleSeal",
      role_changes AS "roleChanges" FROM memberships WHERE tenant_id = ${tenantId} ORDER BY 1`;
  expect(rows.map((row) => trustedRole({ tenantId, ...row }))).toEqual(["admin", "viewer"]);
  const [event] = await owner`
    SELECT event_type, actor_label FROM events WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT 1`;
  expect(event).toEqual({ event_type: "person.administrator_restored", actor_label: "Mike" });
});
