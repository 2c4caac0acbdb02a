import { describe, expect, test } from "vitest";
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

/** Delays are asked for and end at once; the test reads how long they would be. */
const delays: number[] = [];
const wait = async (ms: number) => void delays.push(ms);
const attempt = async (
  member: Pick<Member, "email">,
  password: string,
  { from = null, deviceId = null }: { from?: string | null; deviceId?: string | null } = {},
) => (await signIn({ email: member.email, password, clientAddress: from, deviceId }, { wait })).outcome;

describe("a stranger", () => {
  test("who types wrong passwords slows the next attempts down and locks nobody out", async () => {
    const member = await identity.addMember(tenantId, "approver");
    delays.length = 0;
    for (let guess = 1; guess <= 30; guess++) expect(await attempt(member, `guess ${guess}`)).toBe("refused");
    expect(delays.slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    expect(Math.max(...delays)).toBe(4_000);
    expect(await attempt(member, member.password)).toBe("signed_in");
  });

  test("who types them at once delays nobody by more than four seconds, and the owner gets in between them", async () => {
    const member = await identity.addMember(tenantId, "approver");
    const flood = Array.from({ length: 40 }, (_, guess) => attempt(member, `guess ${guess}`));
    expect(await attempt(member, member.password)).toBe("signed_in");
    expect(await Promise.all(flood)).not.toContain("signed_in");
  });

  test("does not slow a known device down, and a known device's own guesses are limited", async () => {
    const member = await identity.addMember(tenantId, "approver");
    for (let guess = 1; guess <= 12; guess++) await attempt(member, `guess ${guess}`);
    delays.length = 0;
    const deviceId = crypto.randomUUID();
    expect(await attempt(member, member.password, { deviceId })).toBe("signed_in");
    expect(delays).toEqual([]);
    for (let guess = 1; guess <= 5; guess++)
      expect(await attempt(member, `guess ${guess}`, { deviceId })).toBe("refused");
    expect(await attempt(member, member.password, { deviceId })).toBe("too_many_attempts");
    const subject = `sign-in@${deviceId}`;
    await owner`UPDATE auth_attempts SET attempted_at = attempted_at - interval '3 minutes' WHERE subject = ${subject}`;
    expect(await attempt(member, member.password, { deviceId })).toBe("signed_in");
  });

  test("cannot tell by the delay whether an account exists, and fills no table with names", async () => {
    const nobody = { email: `nobody-${crypto.randomUUID()}@example.com` };
    delays.length = 0;
    for (let guess = 1; guess <= 9; guess++) expect(await attempt(nobody, `guess ${guess}`)).toBe("refused");
    expect(delays).toEqual([500, 1_000, 2_000, 4_000]);
    const [named] =
      await owner`SELECT count(*)::int AS n FROM auth_attempts WHERE subject LIKE '%@example.com'`;
    expect(named!.n).toBe(0);
    const [odd] = await owner`
      SELECT count(*)::int AS n FROM auth_attempts WHERE subject !~ '^(sign-in|sign-in-from)#[0-9]{1,5}$' AND subject !~ '^sign-in@'`;
    expect(odd!.n).toBe(0);
  });
});

test("somebody who signs in twelve times at once is let in each time", async () => {
  const member = await identity.addMember(tenantId, "approver");
  for (const deviceId of [null, crypto.randomUUID()]) {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => attempt(member, member.password, { deviceId })),
    );
    expect(outcomes).toEqual(Array.from({ length: 12 }, () => "signed_in"));
  }
});

test("of twenty guesses of one device at once at most five are judged", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const deviceId = crypto.randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, guess) => attempt(member, `guess ${guess}`, { deviceId })),
  );
  expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(5);
});

test("fifty failures from one address refuse it whatever the account, but no device that is known", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const from = "192.0.2.7";
  const email = "nobody-here@example.com";
  expect(await attempt({ email }, "wrong", { from })).toBe("refused");
  // The others at once: on a slow machine fifty passwords take so long that the first failures drain.
  await owner`UPDATE auth_attempts SET failures = 50, attempted_at = clock_timestamp() WHERE subject LIKE 'sign-in-from#%'`;
  expect(await attempt(member, member.password, { from })).toBe("too_many_attempts");
  expect(await attempt(member, member.password, { from, deviceId: crypto.randomUUID() })).toBe("signed_in");
  expect(await attempt(member, member.password, { from: "192.0.2.8" })).toBe("signed_in");
});

test("so many strangers are under way at once: another is refused and counted nowhere, and no known device is", async () => {
  const member = await identity.addMember(tenantId, "approver");
  for (let guess = 1; guess <= 6; guess++) await attempt(member, `guess ${guess}`);
  const open: (() => void)[] = [];
  const tools = { wait: () => new Promise<void>((resolve) => void open.push(resolve)), strangersMax: 3 };
  const { email, password } = member;
  const known = { email, clientAddress: null, deviceId: crypto.randomUUID() };
  const guessing = Array.from({ length: 3 }, () =>
    signIn({ email, password: "wrong", clientAddress: null }, tools),
  );
  await expect.poll(() => open.length).toBe(3);
  const failures = () => owner`SELECT subject, failures FROM auth_attempts ORDER BY subject`;
  const counted = await failures();
  const other = await identity.addMember(tenantId, "approver");
  const stranger = { email: other.email, password: other.password, clientAddress: "192.0.2.9" };
  expect(await signIn(stranger, tools)).toEqual({ outcome: "too_many_attempts" });
  expect(await failures()).toEqual(counted);
  expect(await signIn({ ...known, password }, tools)).toMatchObject({ outcome: "signed_in" });
  // A known device is refused for its own failures alone, and its refusals do not wait behind the strangers.
  for (let guess = 1; guess <= 5; guess++)
    expect(await signIn({ ...known, password: "wrong" }, tools)).toEqual({ outcome: "refused" });
  expect(await signIn({ ...known, password }, tools)).toEqual({ outcome: "too_many_attempts" });
  open.forEach((end) => end());
  await Promise.all(guessing);
  expect(await signIn(stranger, tools)).toMatchObject({ outcome: "signed_in" });
});

test("so many wait at once; a newcomer takes a random one's place, and whoever loses it is told at once", async () => {
  const member = await identity.addMember(tenantId, "approver");
  for (let guess = 1; guess <= 6; guess++) await attempt(member, `guess ${guess}`);
  const open: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => void open.push(resolve));
  const guessing = Array.from({ length: 50 }, () =>
    signIn({ email: member.email, password: "wrong", clientAddress: null }, { wait: held }),
  );
  await expect.poll(() => open.length).toBe(50);
  const owners = signIn(
    { email: member.email, password: member.password, clientAddress: null },
    { wait: held },
  );
  await expect.poll(() => open.length).toBe(51);
  expect(await Promise.race(guessing)).toEqual({ outcome: "too_many_attempts" });
  for (const end of open) end();
  expect((await owners).outcome).toBe("signed_in");
  expect((await Promise.all(guessing)).filter(({ outcome }) => outcome === "refused")).toHaveLength(49);
});
