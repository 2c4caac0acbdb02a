import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import type { ActionList } from "@/lib/contract/actions/outline";
import { type Installation, startInstallation } from "@/scripts/smoke/own-installation";
import { slowness } from "../support/slowness";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "serial" });
test.skip(!existsSync("/proc/self/environ"), "processes are told apart by what Linux says of them");

const secondStartMs = 15_000;
const endLimitMs = 60_000;
let folder: string;
let running: Installation | null = null;
let tookMs = 0;
let pending = 0;

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-demo-"));
});
test.afterAll(async () => {
  await end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Installation> {
  const began = Date.now();
  running = await startInstallation(folder, await freePort(), { CI: "true" });
  tookMs = Date.now() - began;
  return running;
}

async function end(signal: "SIGINT" | "SIGTERM"): Promise<number | null> {
  const code = (await running?.stop(signal)) ?? null;
  running = null;
  return code;
}

/** Ids of the processes that were started for this folder, by their command line or their environment. */
function processesOfFolder(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    try {
      return ["cmdline", "environ"].some((file) =>
        readFileSync(`/proc/${pid}/${file}`, "latin1").includes(folder),
      );
    } catch {
      // It ended while it was looked at, or is not ours to look at.
      return false;
    }
  });
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

const portsOf = ({ url, simulatorUrl, engineUrl, databaseUrl }: Installation) => [
  url,
  simulatorUrl,
  engineUrl,
  databaseUrl,
];

async function countPending({ url, users }: Installation): Promise<number> {
  const { token } = users.find((user) => user.role === "viewer")!;
  const answer = await fetch(`${url}/api/proposed-actions?status=pending&limit=200`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as ActionList).items.length;
}

async function expectAllEnded(installation: Installation): Promise<void> {
  await expect.poll(processesOfFolder, { timeout: endLimitMs }).toEqual([]);
  for (const address of portsOf(installation)) expect(await isListening(address), address).toBe(false);
}

test("the demo starts with a company in it, and Ctrl-C ends every process of it", async () => {
  const installation = await start();
  console.log(`first start, built already: ${(tookMs / 1_000).toFixed(1)} s`);
  for (const address of portsOf(installation)) expect(await isListening(address), address).toBe(true);
  pending = await countPending(installation);
  expect(pending).toBeGreaterThanOrEqual(40);
  expect(installation.users.map((user) => user.role)).toEqual([
    "viewer",
    "approver",
    "admin",
    "steward",
    "approver",
  ]);
  expect(processesOfFolder().length).toBeGreaterThan(3);
  expect(await end("SIGINT")).toBe(0);
  await expectAllEnded(installation);
});

test("a second start keeps the data and the people, and takes less than 15 seconds", async () => {
  const before = JSON.parse(readFileSync(path.join(folder, "demo.json"), "utf8")) as Installation;
  const installation = await start();
  console.log(`second start: ${(tookMs / 1_000).toFixed(1)} s`);
  expect(tookMs).toBeLessThan(secondStartMs * slowness);
  expect(installation.users).toEqual(before.users);
  expect(installation.agentKey).toBe(before.agentKey);
  expect(await countPending(installation)).toBe(pending);
  expect(await end("SIGTERM")).toBe(0);
  await expectAllEnded(installation);
});
