import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { isPassingFault } from "@/db/passing-faults";
import { lockPushes } from "@/db/queries/pushes/lines";
import { findEngagedSwitch } from "@/db/queries/pushes/pushes";
import { slowness } from "@/e2e/support/slowness";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { runScript } from "../testing/run-script";

const entry = fileURLToPath(new URL("./switch.ts", import.meta.url));
const world = await useWorld();
const { owner } = world;

/** `npm run switch -- …` as the tables' owner. */
const withoutKey = (...args: string[]) =>
  runScript(entry, args, { LOG_LEVEL: "silent", DATABASE_OWNER_URL: world.db.urls.owner });
const run = (...args: string[]) =>
  runScript(entry, args, {
    LOG_LEVEL: "silent",
    DATABASE_OWNER_URL: world.db.urls.owner,
    COUNTERSIGN_SECRET_KEY: process.env.COUNTERSIGN_SECRET_KEY!,
  });
const engaged = () => owner`
  SELECT name, reason, changed_by_label AS by FROM kill_switches WHERE tenant_id IS NULL AND engaged`;
const events = () => owner`
  SELECT event_type AS type, actor_label AS by, body_text::jsonb #>> '{details,reason}' AS reason
  FROM events WHERE entity_type = 'kill_switch' AND tenant_id IS NULL ORDER BY id`;

test("without a switch, a verb and a reason it shows its usage, exits with 2 and changes nothing", async () => {
  for (const args of [
    [],
    ["ns_writes"],
    ["ns_writes", "engage"],
    ["everything", "engage", "--reason", "x"],
  ]) {
    const { code, complaint } = await run(...args);
    expect(code, complaint).toBe(2);
    for (const part of ["Usage: npm run switch", ...SWITCH_NAMES]) expect(complaint).toContain(part);
  }
  expect(await engaged()).toEqual([]);
  expect(await events()).toEqual([]);
});

test("it engages a switch for every tenant with its author and reason, and its release wakes the waiting pushes", async () => {
  await world.addTenant();
  const { pushId } = await proposeAndApprove(world, proposals.arNote());
  // Whoever stops in an emergency may not have the key at hand.
  const stop = await withoutKey("ns_writes", "engage", "--reason", "Incident 12", "--by", "Mike Ortiz");
  expect(stop.code, stop.complaint).toBe(0);
  expect(stop.out).toContain("No write is under way.");
  expect(await engaged()).toEqual([{ name: "ns_writes", reason: "Incident 12", by: "Mike Ortiz" }]);
  expect(await world.push(pushId)).toMatchObject({ outcome: "halted" });

  const unsealed = await withoutKey("ns_writes", "release", "--reason", "It is over");
  expect(unsealed.code).toBe(2);
  expect(unsealed.complaint).toContain("Set COUNTERSIGN_SECRET_KEY");
  expect(await engaged()).toHaveLength(1);

  const go = await run("ns_writes", "release", "--reason", "It is over", "--by", "Mike Ortiz");
  expect(go.code, go.complaint).toBe(0);
  expect(await engaged()).toEqual([]);
  expect(await events()).toEqual([
    { type: "kill_switch.engaged", by: "Mike Ortiz", reason: "Incident 12" },
    { type: "kill_switch.released", by: "Mike Ortiz", reason: "It is over" },
  ]);
  expect(await requestsOf(world, pushId)).toEqual([`push-${pushId}-round-0`, `push-${pushId}-round-1`]);
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
});

test("while a sender that has read the switches is frozen, the command exits with 0 in under 2 s and prints the writes under way", async () => {
  const [sent, still] = [
    await proposeAndApprove(world, proposals.arNote()),
    await proposeAndApprove(world, proposals.arNote({ entity_ref: "Two Rivers Commissary" })),
  ];
  const [confirmed, send, looked, goOn] = [newGate(), newGate(), newGate(), newGate()];
  const { netsuite } = world.gateway;
  const write: typeof netsuite.write = (request, sending) => {
    const confirm = async () => {
      const notAfter = await sending!.confirm();
      confirmed.open();
      return send.opened.then(() => notAfter);
    };
    return netsuite.write(request, { ...sending!, confirm });
  };
  const delivery = world.push(sent.pushId, { ...world.gateway, netsuite: { ...netsuite, write } });
  await confirmed.opened;
  const standing = inTenant(world.db.database, world.tenantId, async (tx) => {
    await lockPushes(tx, world.tenantId, still.id);
    await findEngagedSwitch(tx, world.tenantId, ["ns_writes"], [], []);
    looked.open();
    await goOn.opened;
    await lockPushes(tx, world.tenantId, still.id);
  }).catch((fault: unknown) => fault);
  await Promise.race([looked.opened, standing]);

  const running = run("ns_writes", "engage", "--reason", "Incident 13", "--by", "Mike Ortiz");
  await until("the switch counting", async () => (await engaged()).length > 0);
  const countsAt = performance.now();
  const { code, out, complaint, endedAt } = await running;
  goOn.open();
  expect(code, complaint).toBe(0);
  expect(endedAt - countsAt).toBeLessThan(2_000 * slowness);
  expect(out).toMatch(new RegExp(`\\b${sent.pushId}\\b.*\\b${sent.id}\\b.*'pushing'`));
  expect(out).toContain("1 write had left and may still arrive.");
  expect(isPassingFault(await standing)).toBe(true);
  send.open();
  expect(await delivery).toEqual({ outcome: "applied" });
  await run("ns_writes", "release", "--reason", "It is over");
  expect(await world.push(still.pushId)).toEqual({ outcome: "applied" });
});

test("while sessions of the app's role hold the switch and end every session that they may, the command still engages it", async () => {
  // In a process of its own: its client throws where nobody catches it when it is cut.
  const script = fileURLToPath(new URL("../testing/hold-switch.ts", import.meta.url));
  const attack = spawn(process.execPath, ["--import", "tsx", script, world.db.urls.app], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const over = once(attack, "close");
  await once(attack.stdout, "data");
  const { code, complaint } = await withoutKey("ns_writes", "engage", "--reason", "Incident 14");
  expect(attack.exitCode, "it holds and cuts to the end").toBeNull();
  attack.kill();
  await over;
  expect(code, complaint).toBe(0);
  expect(await engaged()).toMatchObject([{ name: "ns_writes", reason: "Incident 14" }]);
  const release = await run("ns_writes", "release", "--reason", "It is over");
  expect(release.code, release.complaint).toBe(0);
});
