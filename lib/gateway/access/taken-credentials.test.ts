import { randomBytes } from "node:crypto";
import { generateSync } from "otplib";
import postgres from "postgres";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "@/db/client";
import { openSession } from "@/db/queries/people/identity";
import { hashPassword } from "@/lib/auth/sign-in/password";
import type { Enrolment } from "@/lib/contract/people/account";
import type { Person } from "@/lib/core/access/principal";
import { beginSecondFactor } from "@/lib/gateway/access/account/begin-second-factor";
import { confirmSecondFactor } from "@/lib/gateway/access/account/confirm-second-factor";
import { resetSecondFactor } from "@/lib/gateway/access/people/person-changes";
import { beginStepUp } from "@/lib/gateway/access/step-up/begin-step-up";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Somebody's session does not become their second factor: not even where the database's role takes away what they had. */

vi.stubEnv("COUNTERSIGN_SECRET_KEY", randomBytes(32).toString("base64"));
afterAll(() => vi.unstubAllEnvs());
let now = new Date();
const world = await useWorld({ gateway: { clock: { now: () => now } } });
const { gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const password = "three unrelated words";
const codeOf = (secret: string) => generateSync({ secret, epoch: now.getTime() / 1_000 });
const laterOn = () => {
  now = new Date(now.getTime() + 60_000);
};
let ada: Person & { sessionId: number };
let bea: Person;

async function signIn(person: Person) {
  const browser = { via: "password", userAgent: "Firefox", validSeconds: 36_000 } as const;
  const session = { userId: person.userId, sessionVersion: 1, ...browser };
  const sessionId = (await openSession(gateway.database.sql, session))!;
  return { ...person, via: "session" as const, sessionId };
}
const asRole = ({ tenantId }: Person, statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx.unsafe(statement);
  });
const takeAway = (person: Person, ...columns: string[]) =>
  asRole(person, `UPDATE users SET ${columns.join(" = NULL, ")} = NULL WHERE id = ${person.userId}`);
const confirm = async (person: Person, { enrolment, secret }: Enrolment) => {
  laterOn();
  return confirmSecondFactor(person, { enrolment, code: codeOf(secret), currentCode: undefined }, gateway);
};
const stepUp = async (person: Person, secret: string) => {
  laterOn();
  const factor = { type: "totp", code: codeOf(secret) } as const;
  return beginStepUp(person, { purpose: "release_switch", subject: "ns_writes", factor }, gateway);
};
const reset = async (admin: Person, { userId }: Person) =>
  resetSecondFactor(await steppedUp(owner, admin, "reset_second_factor", userId), userId, gateway);
const taken = {
  code: "step_up_failed" as const,
  message: expect.stringContaining("Ask one to reset") as string,
};

beforeEach(async () => {
  const home = await world.addTenant();
  bea = await home.person("Bea", "admin");
  ada = await signIn(await home.person("Ada", "admin"));
  const hash = await hashPassword(ada.userId, password);
  await owner`UPDATE users SET password_hash = ${hash} WHERE id = ${ada.userId}`;
  await confirm(ada, await beginSecondFactor(ada, password, gateway));
});

test("whose password and app the database's role took away sets up no app by a session, however new it is", async () => {
  await takeAway(ada, "password_hash", "totp_secret_encrypted");
  await expectRefusal(beginSecondFactor(ada, undefined, gateway), taken);
  await expectRefusal(beginSecondFactor(await signIn(ada), undefined, gateway), taken);
  await asRole(ada, `SELECT mark_recovered(${ada.userId}, ${bea.userId})`);
  await asRole(ada, `SELECT say_app_taken_away(${ada.userId}, 1, '${"0".repeat(64)}', ${bea.userId})`);
  await expectRefusal(beginSecondFactor(ada, undefined, gateway), taken);
});

test("nor by setting up begun while the app was there, or while the password was", async () => {
  const begun = await beginSecondFactor(ada, undefined, gateway);
  await takeAway(ada, "password_hash", "totp_secret_encrypted");
  await expectRefusal(confirm(ada, begun), "changed");
});

test("an administrator's reset lets them in by a sign-in of the last fifteen minutes, once", async () => {
  await takeAway(ada, "password_hash", "totp_secret_encrypted");
  await reset(bea, ada);
  await owner`UPDATE sessions SET created_at = created_at - interval '16 minutes' WHERE id = ${ada.sessionId}`;
  await expectRefusal(beginSecondFactor(ada, undefined, gateway), {
    code: "step_up_failed",
    message: expect.stringContaining("last fifteen minutes") as string,
  });
  ada = await signIn(ada);
  await confirm(ada, await beginSecondFactor(ada, undefined, gateway));
  await takeAway(ada, "totp_secret_encrypted");
  await expectRefusal(beginSecondFactor(ada, undefined, gateway), taken);
});

test("a session's age does not depend on how the app's role writes a time", async () => {
  await owner`UPDATE users SET password_hash = NULL, totp_secret_encrypted = NULL WHERE id = ${ada.userId}`;
  await owner`UPDATE sessions SET created_at = created_at - interval '3 hours' WHERE id = ${ada.sessionId}`;
  const [row] = await app<{ db: string }[]>`SELECT current_database() AS db`;
  const role = `ALTER ROLE countersign_app IN DATABASE "${row!.db}"`;
  await app.unsafe(`${role} SET timezone = '<GMT>-6'; ${role} SET datestyle = 'SQL, MDY'`);
  const database = openDatabase(world.db.urls.app, { poolMax: 2 });
  await expectRefusal(beginSecondFactor(ada, undefined, { ...gateway, database }), "step_up_failed");
  await database.end();
  await app.unsafe(`${role} RESET ALL`);
});

test("an app in the place of one that was taken away makes no step-up for a day; one that the owner forgot does at once", async () => {
  await reset(bea, ada);
  const anew = await beginSecondFactor(ada, password, gateway);
  await confirm(ada, anew);
  await expectRefusal(stepUp(ada, anew.secret), "recently_recovered");
  await owner`UPDATE users SET second_factor_anew_at = second_factor_anew_at - interval '25 hours'
    WHERE id = ${ada.userId}`;
  expect(await stepUp(ada, anew.secret)).toMatchObject({ step_up_token: expect.stringMatching(/^csu_/) });

  await owner`UPDATE users SET totp_secret_encrypted = NULL WHERE id = ${ada.userId}`;
  const after = await beginSecondFactor(ada, password, gateway);
  await confirm(ada, after);
  expect(await stepUp(ada, after.secret)).toMatchObject({ step_up_token: expect.any(String) });
});

test("the role neither lowers the count of what it took away nor ends the day", async () => {
  await takeAway(ada, "totp_secret_encrypted");
  for (const sets of ["credentials_taken = 0", "second_factor_anew_at = NULL"])
    await expect(asRole(ada, `UPDATE users SET ${sets} WHERE id = ${ada.userId}`)).rejects.toThrow(
      "permission",
    );
});
