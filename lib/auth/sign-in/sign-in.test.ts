import { expect, test } from "vitest";
import { signIn } from "./sign-in";
import { type Member, useIdentities } from "@/lib/auth/testing/identity-fixture";

const identity = await useIdentities();
const { owner } = identity.test;
const tenantId = await identity.addTenant();

const withPassword = async (member: Member, password: string, clientAddress: string | null = null) =>
  (await signIn({ email: member.email, password, clientAddress })).outcome;

test("the right password signs in, however the address is written", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const result = await signIn({
    email: ` ${member.email.toUpperCase()} `,
    password: member.password,
    clientAddress: null,
  });
  expect(result).toEqual({
    outcome: "signed_in",
    user: { userId: member.userId, name: member.email, email: member.email, sessionVersion: 1 },
  });
});

test.each(["", "nobody@example.com", "nul\0@example.com", "x".repeat(5_000), "' OR 1=1 --"])(
  "%j signs nobody in",
  async (email) => {
    expect(await signIn({ email, password: "correct horse 1", clientAddress: null })).toEqual({
      outcome: "refused",
    });
  },
);

test("a disabled person is refused like an unknown one", async () => {
  const member = await identity.addMember(tenantId, "admin");
  await owner`UPDATE users SET disabled_at = now() WHERE id = ${member.userId}`;
  expect(await withPassword(member, member.password)).toBe("refused");
});

test("after five failures the right password is refused too, until fifteen minutes have passed", async () => {
  const member = await identity.addMember(tenantId, "approver");
  for (let guess = 1; guess <= 5; guess++)
    expect(await withPassword(member, `guess ${guess}`)).toBe("refused");
  expect(await withPassword(member, member.password)).toBe("too_many_attempts");
  expect(await withPassword(await identity.addMember(tenantId, "viewer"), "wrong")).toBe("refused");

  const subject = `sign-in:${member.email}`;
  await owner`UPDATE auth_attempts SET attempted_at = attempted_at - interval '15 minutes' WHERE subject = ${subject}`;
  expect(await withPassword(member, member.password)).toBe("signed_in");
});

test("asking again while refused does not lengthen the wait", async () => {
  const member = await identity.addMember(tenantId, "approver");
  for (let guess = 1; guess <= 8; guess++) await withPassword(member, `guess ${guess}`);
  const rows = await owner`SELECT 1 FROM auth_attempts WHERE subject = ${`sign-in:${member.email}`}`;
  expect(rows).toHaveLength(5);
});

test("a success forgets the failures before it", async () => {
  const member = await identity.addMember(tenantId, "approver");
  for (let round = 1; round <= 2; round++) {
    for (let guess = 1; guess <= 4; guess++)
      expect(await withPassword(member, `guess ${guess}`)).toBe("refused");
    expect(await withPassword(member, member.password)).toBe("signed_in");
  }
});

test("somebody who signs in twelve times at once is let in each time", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => withPassword(member, member.password)));
  expect(outcomes).toEqual(Array.from({ length: 12 }, () => "signed_in"));
});

test("of twenty guesses at once at most five are judged", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, guess) => withPassword(member, `guess ${guess}`)),
  );
  expect(outcomes.filter((outcome) => outcome === "refused").length).toBeLessThanOrEqual(5);
  expect(outcomes).not.toContain("signed_in");
});

test("fifty failures from one address refuse it for everybody, and no success of its own buys more", async () => {
  const member = await identity.addMember(tenantId, "approver");
  await owner`INSERT INTO auth_attempts (subject, succeeded) SELECT 'sign-in-from:192.0.2.7', false FROM generate_series(1, 49)`;
  expect(await withPassword(member, member.password, "192.0.2.7")).toBe("signed_in");
  expect(await withPassword(member, "wrong", "192.0.2.7")).toBe("refused");
  expect(await withPassword(member, member.password, "192.0.2.7")).toBe("too_many_attempts");
  expect(await withPassword(member, member.password, "192.0.2.8")).toBe("signed_in");
});
