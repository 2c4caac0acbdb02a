import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import type { ActionList } from "@/lib/contract/action-view";
import type { Installation } from "../support/installation";
import { slowness } from "../support/slowness";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "serial" });
test.skip(!existsSync("/proc/self/environ"), "processes are told apart by what Linux says of them");

const secondStartMs = 15_000;
const endLimitMs = 60_000;
let folder: string;
let running: ChildProcess | null = null;
let pending = 0;

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-demo-"));
});
test.afterAll(async () => {
  if (running) await end(running, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  demo: ChildProcess;
  tookMs: number;
  installation: Installation;
}

async function start(): Promise<Started> {
  const port = await getPort();
  const began = Date.now();
  const demo = spawn(process.execPath, ["scripts/demo.mjs"], {
    env: { ...process.env, COUNTERSIGN_LOCAL_DIR: folder, DEMO_PORT: String(port), CI: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = demo;
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (/is ready after/.test(output)) resolve();
    };
    demo.stdout!.on("data", read);
    demo.stderr!.on("data", read);
    demo.once("exit", (code) => reject(new Error(`The demo ended with ${code}:\n${output.slice(-2_000)}`)));
  });
  const tookMs = Date.now() - began;
  const file = readFileSync(path.join(folder, "demo.json"), "utf8");
  return { demo, tookMs, installation: JSON.parse(file) as Installation };
}

async function end(demo: ChildProcess, signal: "SIGINT" | "SIGTERM"): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => demo.once("exit", resolve));
  demo.kill(signal);
  const code = await ended;
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
  const { demo, tookMs, installation } = await start();
  console.log(`first start, built already: ${(tookMs / 1_000).toFixed(1)} s`);
  for (const address of portsOf(installation)) expect(await isListening(address), address).toBe(true);
  pending = await countPending(installation);
  expect(pending).toBeGreaterThanOrEqual(40);
  expect(installation.users.map((user) => user.role)).toEqual(["viewer", "approver", "admin"]);
  expect(processesOfFolder().length).toBeGreaterThan(3);
  expect(await end(demo, "SIGINT")).toBe(0);
  await expectAllEnded(installation);
});

test("a second start keeps the data and the people, and takes less than 15 seconds", async () => {
  const before = JSON.parse(readFileSync(path.join(folder, "demo.json"), "utf8")) as Installation;
  const { demo, tookMs, installation } = await start();
  console.log(`second start: ${(tookMs / 1_000).toFixed(1)} s`);
  expect(tookMs).toBeLessThan(secondStartMs * slowness);
  expect(installation.users).toEqual(before.users);
  expect(installation.agentKey).toBe(before.agentKey);
  expect(await countPending(installation)).toBe(pending);
  expect(await end(demo, "SIGTERM")).toBe(0);
  await expectAllEnded(installation);
});
