import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const entry = fileURLToPath(new URL("./switch.ts", import.meta.url));
const world = await useWorld();
const { owner } = world;

/** `npm run switch -- …` as the tables' owner. */
async function run(...args: string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", entry, ...args], {
    env: { PATH, HOME, NODE_ENV: "test", LOG_LEVEL: "silent", DATABASE_OWNER_URL: world.db.urls.owner },
  });
  let out = "";
  let complaint = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (complaint += chunk));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, complaint };
}
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
  const stop = await run("ns_writes", "engage", "--reason", "Incident 12", "--by", "Mike Ortiz");
  expect(stop.code, stop.complaint).toBe(0);
  expect(stop.out).toContain("No write is under way.");
  expect(await engaged()).toEqual([{ name: "ns_writes", reason: "Incident 12", by: "Mike Ortiz" }]);
  expect(await world.push(pushId)).toMatchObject({ outcome: "halted" });

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
