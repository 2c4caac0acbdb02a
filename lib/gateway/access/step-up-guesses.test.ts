import { generateSync } from "otplib";
import postgres from "postgres";
import { expect, test } from "vitest";
import { openSession } from "@/db/queries/people/identity";
import { proveSecondFactor } from "@/lib/auth/second-factor/second-factor";
import { newTotpSecret, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import type { Person } from "@/lib/core/access/principal";
import { beginStepUp, proveSession } from "@/lib/gateway/access/step-up/begin-step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Wrong codes sent with somebody's stolen token or password do not lock that person out. */

let now = new Date();
const world = await useWorld({ gateway: { clock: { now: () => now } } });
const { gateway, owner, tenantId } = world;
const { clock, database } = gateway;

test("an administrator whose session is proven steps up, however many codes are guessed with their token or in other sessions", async () => {
  const secret = newTotpSecret();
  const { userId } = world.admin;
  await owner`UPDATE users SET totp_secret_encrypted = ${sealTotpSecret(userId, secret)} WHERE id = ${userId}`;
  const codeNow = () => generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) });
  const browser = { via: "password", userAgent: "Firefox", validSeconds: 36_000 } as const;
  const open = async () => (await openSession(database.sql, { userId, sessionVersion: 1, ...browser }))!;
  const [sessionId, stolen] = [await open(), await open()];
  const ada: Person & { sessionId: number } = { ...world.admin, via: "session", sessionId };
  await proveSession(ada, { type: "totp", code: codeNow() }, gateway);

  const guess = (session: number | undefined) =>
    proveSecondFactor({ tenantId, userId, code: "000000", sessionId: session }, { clock, database }).catch(
      ({ code }: { code: string }) => code,
    );
  for (const session of [undefined, stolen]) while ((await guess(session)) !== "rate_limited");
  now = new Date(now.getTime() + 60_000);
  const factor = { type: "totp", code: codeNow() } as const;
  const step = await beginStepUp(ada, { purpose: "release_switch", subject: "ns_writes", factor }, gateway);
  expect(step.step_up_token).not.toBe("");
});

test("nor are they for longer than wrong codes do, however the database's role counts them", async () => {
  const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
  const { userId } = world.admin;
  for (let calls = 0; calls < 3; calls += 1)
    await app`SELECT record_auth_attempt(${`totp:${userId}@token`}, 2147483647, -1e-9)`;
  await app.end();
  await owner`UPDATE auth_attempts SET attempted_at = attempted_at - interval '6 hours'`;
  const proof = { tenantId, userId, code: "000000" };
  await expect(proveSecondFactor(proof, { clock, database })).rejects.toMatchObject({
    code: "step_up_failed",
  });
});
