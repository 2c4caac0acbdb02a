import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openSession } from "@/db/queries/people/identity";
import { subscribeDeviceSchema } from "@/lib/contract/people/account";
import type { Person } from "@/lib/core/access/principal";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { PUSH_DEVICES_MAX, endDevice, subscribeDevice } from "./push-devices";
import { readAccount } from "./read-account";

const world = await useWorld({
  gateway: { pushKeys: { publicKey: "BPublic", privateKey: "private", subject: "mailto:it@example.com" } },
});
const { gateway, owner, home } = world;

let count = 0;
async function signedIn(): Promise<Person> {
  const person = await home.person(`Person${++count}`, "approver");
  const browser = { via: "password", userAgent: "Firefox", validSeconds: 3_600, sessionVersion: 1 } as const;
  const sessionId = (await openSession(gateway.database.sql, { userId: person.userId, ...browser }))!;
  return { ...person, via: "session", sessionId };
}
const browser = (name: string) => ({
  endpoint: `https://push.example.com/${name}`,
  keys: { p256dh: randomBytes(65).toString("base64url"), auth: randomBytes(16).toString("base64url") },
});
const rowsOf = (name: string) => owner`
  SELECT user_id, p256dh, ended_at IS NULL AS live FROM push_devices
  WHERE endpoint = ${browser(name).endpoint} ORDER BY id`;

test("a browser is listed once it is subscribed, by the hash of its address, and is told no more once it is turned off", async () => {
  const ana = await signedIn();
  const { push } = await subscribeDevice(ana, browser("ana"), gateway);
  expect(push).toEqual({
    public_key: "BPublic",
    devices: [
      {
        id: expect.any(Number),
        endpoint_hash: sha256Hex("https://push.example.com/ana"),
        user_agent: "Firefox",
        created_at: expect.any(String),
        sent_at: null,
      },
    ],
  });
  const { id } = push.devices[0]!;
  await expectRefusal(endDevice(await signedIn(), id, gateway), "not_found");
  expect((await endDevice(ana, id, gateway)).push.devices).toEqual([]);
  await expectRefusal(endDevice(ana, id, gateway), "not_found");
});

test("the same browser again has one row, with its newest keys", async () => {
  const person = await signedIn();
  await subscribeDevice(person, browser("twice"), gateway);
  const again = browser("twice");
  await subscribeDevice(person, again, gateway);
  expect(await rowsOf("twice")).toEqual([{ user_id: person.userId, p256dh: again.keys.p256dh, live: true }]);
});

test("a browser that somebody else signs in with is theirs alone from then on", async () => {
  const [before, after] = [await signedIn(), await signedIn()];
  await subscribeDevice(before, browser("shared"), gateway);
  await subscribeDevice(after, browser("shared"), gateway);
  expect(await rowsOf("shared")).toMatchObject([
    { user_id: before.userId, live: false },
    { user_id: after.userId, live: true },
  ]);
});

test("whoever leaves the company is told by no browser any more, nor again when they come back", async () => {
  const gone = await signedIn();
  await subscribeDevice(gone, browser("gone"), gateway);
  await revokePerson(world.admin, gone.userId, gateway);
  expect(await rowsOf("gone")).toMatchObject([{ live: false }]);
});

test("one person has so many browsers and no more; one that is subscribed already stays so", async () => {
  const person = await signedIn();
  for (let n = 0; n < PUSH_DEVICES_MAX; n += 1) await subscribeDevice(person, browser(`many-${n}`), gateway);
  await expectRefusal(subscribeDevice(person, browser("one-more"), gateway), "validation_failed");
  await subscribeDevice(person, browser("many-3"), gateway);
  expect((await readAccount(person, gateway)).push.devices).toHaveLength(PUSH_DEVICES_MAX);
});

test("a token subscribes no browser, and nobody does where web push is not set up", async () => {
  const person = await home.person("Token", "approver");
  await expectRefusal(subscribeDevice(person, browser("token"), gateway), "session_required");
  const without = { ...gateway, pushKeys: null };
  await expectRefusal(subscribeDevice(await signedIn(), browser("none"), without), "channel_not_set_up");
  expect((await readAccount(person, without)).push).toEqual({ public_key: null, devices: [] });
});

test.each([
  ["endpoint", { ...browser("x"), endpoint: "javascript:alert(1)" }],
  ["endpoint", { ...browser("x"), endpoint: `https://push.example.com/${"x".repeat(2_048)}` }],
  ["keys.p256dh", { ...browser("x"), keys: { ...browser("x").keys, p256dh: "AAAA" } }],
  ["keys.auth", { ...browser("x"), keys: { ...browser("x").keys, auth: "not base64url!" } }],
])("a subscription with a broken %s names it", (path, input) => {
  const parsed = subscribeDeviceSchema.safeParse(input);
  expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toContain(path);
});
