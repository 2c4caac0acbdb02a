import { sql } from "drizzle-orm";
import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { getDatabase, inTenant } from "@/db/client";
import { proveSecondFactor } from "./second-factor";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useIdentities } from "@/lib/auth/testing/identity-fixture";
import { newTotpSecret } from "./totp";

const identity = await useIdentities();
const { owner } = identity.test;
const tenantId = await identity.addTenant();
/** A time in the middle of a 30-second step. */
const noon = Date.UTC(2026, 5, 1, 12, 0, 7);

async function newMember() {
  const secret = newTotpSecret();
  const { userId } = await identity.addMember(tenantId, "approver", { totpSecret: secret });
  return {
    userId,
    codeAt: (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) }),
    prove: async (code: string, at = noon, inTenantId = tenantId, sessionId?: number): Promise<string> => {
      try {
        await proveSecondFactor(
          { tenantId: inTenantId, userId, code, sessionId },
          { clock: { now: () => new Date(at) } },
        );
        return "accepted";
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      }
    },
  };
}

test("a code is accepted once and refused when it is replayed", async () => {
  const member = await newMember();
  expect(await member.prove(member.codeAt(noon))).toBe("accepted");
  expect(await member.prove(member.codeAt(noon))).toBe("step_up_failed");
  expect(await member.prove(member.codeAt(noon), noon + 20_000)).toBe("step_up_failed");
  for (let again = 1; again <= 6; again++)
    expect(await member.prove(member.codeAt(noon))).toBe("step_up_failed");
  expect(await member.prove(member.codeAt(noon + 30_000), noon + 30_000)).toBe("accepted");
});

test("of several requests with one code a single one is accepted", async () => {
  const member = await newMember();
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => member.prove(member.codeAt(noon))));
  expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
});

test("nobody's later codes are counted as used beforehand, past the app", async () => {
  const member = await newMember();
  const ahead = inTenant(getDatabase(), tenantId, (tx) =>
    tx.execute(sql`UPDATE users SET totp_last_step = 4000000000000 WHERE id = ${member.userId}`),
  );
  await expect(ahead).rejects.toMatchObject({ cause: { code: "CS001" } });
  expect(await member.prove(member.codeAt(noon))).toBe("accepted");
});

test("a burst of one good code is one proof and no guesses, so that the next code is accepted", async () => {
  const member = await newMember();
  const burst = () => Promise.all(Array.from({ length: 12 }, () => member.prove(member.codeAt(noon))));
  expect((await burst()).toSorted()).toEqual(["accepted", ...Array(11).fill("step_up_failed")]);
  expect(await burst()).toEqual(Array(12).fill("step_up_failed"));
  expect(await member.prove(member.codeAt(noon + 30_000), noon + 30_000)).toBe("accepted");
});

test("a session that proved a code is not kept out by failures elsewhere", async () => {
  const member = await newMember();
  expect(await member.prove(member.codeAt(noon), noon, tenantId, 1)).toBe("accepted");
  const wrong = member.codeAt(noon + 3_600_000);
  for (let guess = 1; guess <= 6; guess++) await member.prove(wrong, noon, tenantId, 2);
  expect(await member.prove(wrong, noon, tenantId, 3)).toBe("rate_limited");
  const later = noon + 30_000;
  expect(await member.prove(member.codeAt(later), later, tenantId, 1)).toBe("accepted");
  for (let guess = 1; guess <= 5; guess++) await member.prove(wrong, noon, tenantId, 1);
  expect(await member.prove(wrong, noon, tenantId, 1)).toBe("rate_limited");
});

test("who guesses with a personal token keeps no session out, a new one neither", async () => {
  const member = await newMember();
  const wrong = member.codeAt(noon + 3_600_000);
  for (let guess = 1; guess <= 5; guess++) await member.prove(wrong);
  expect(await member.prove(wrong)).toBe("rate_limited");
  expect(await member.prove(member.codeAt(noon), noon, tenantId, 4)).toBe("accepted");
});

test("one step before and after is accepted, two are not", async () => {
  for (const [offsetMs, expected] of [
    [-60_000, "step_up_failed"],
    [-30_000, "accepted"],
    [30_000, "accepted"],
    [60_000, "step_up_failed"],
  ] as const) {
    const member = await newMember();
    expect(await member.prove(member.codeAt(noon + offsetMs))).toBe(expected);
  }
});

test("a code of an earlier step is refused after a later one was spent", async () => {
  const member = await newMember();
  expect(await member.prove(member.codeAt(noon))).toBe("accepted");
  expect(await member.prove(member.codeAt(noon - 30_000))).toBe("step_up_failed");
});

test("a replayed code buys no new guesses", async () => {
  const member = await newMember();
  expect(await member.prove(member.codeAt(noon))).toBe("accepted");
  const wrong = member.codeAt(noon + 3_600_000);
  for (let guess = 1; guess <= 5; guess++) {
    expect(await member.prove(wrong)).toBe("step_up_failed");
    expect(await member.prove(member.codeAt(noon))).toBe("step_up_failed");
  }
  expect(await member.prove(wrong)).toBe("rate_limited");
});

test("after five wrong codes the right one is refused too", async () => {
  const member = await newMember();
  const wrong = member.codeAt(noon + 3_600_000);
  for (let guess = 1; guess <= 5; guess++) expect(await member.prove(wrong)).toBe("step_up_failed");
  expect(await member.prove(member.codeAt(noon))).toBe("rate_limited");
});

test("a person without an authenticator, of another tenant, revoked or disabled proves nothing", async () => {
  const { userId } = await identity.addMember(tenantId, "admin");
  await expectRefusal(proveSecondFactor({ tenantId, userId, code: "000000" }), "step_up_failed");

  const stranger = await newMember();
  expect(await stranger.prove(stranger.codeAt(noon), noon, await identity.addTenant())).toBe(
    "step_up_failed",
  );

  const revoked = await newMember();
  await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${revoked.userId}`;
  expect(await revoked.prove(revoked.codeAt(noon))).toBe("step_up_failed");

  const disabled = await newMember();
  await owner`UPDATE users SET disabled_at = now() WHERE id = ${disabled.userId}`;
  expect(await disabled.prove(disabled.codeAt(noon))).toBe("step_up_failed");
});
