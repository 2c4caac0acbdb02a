import type { AuditVerification, ExportedCheckpoint } from "@/lib/contract/monitoring/audit";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ActionList } from "@/lib/contract/actions/outline";
import type { DemoUser } from "@/scripts/demo/cast";
import { type Installation, startInstallation } from "@/scripts/smoke/own-installation";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "serial" });
test.skip(!existsSync("/proc/self/environ"), "processes are told apart by what Linux says of them");

const endLimitMs = 60_000;
let folder: string;
let running: Installation | null = null;
let tookMs = 0;
let firstTookMs = 0;
let pending = 0;

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-demo-"));
});
test.afterAll(async () => {
  await end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

/** As the README has it: nothing is chosen but where its files are. */
async function start(): Promise<Installation> {
  const began = Date.now();
  const nothingChosen = { DEMO_HISTORY_DAYS: undefined, DEMO_PORT: undefined };
  running = await startInstallation(folder, null, { CI: "true", ...nothingChosen });
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

async function readAs<T>({ url, users }: Installation, role: DemoUser["role"], address: string): Promise<T> {
  const { token } = users.find((user) => user.role === role)!;
  const answer = await fetch(`${url}${address}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status, address).toBe(200);
  return (await answer.json()) as T;
}

/** The ledger leads to this exported head, and not to one that says otherwise. */
async function expectProvenBy({ url, users }: Installation, head: ExportedCheckpoint): Promise<void> {
  const { token } = users.find((user) => user.role === "admin")!;
  const against = async (one: ExportedCheckpoint) => {
    const answer = await fetch(`${url}/api/audit/verify`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ mode: "full", head: one }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as AuditVerification;
  };
  expect(await against(head)).toMatchObject({ intact: true, faults: [] });
  const body = head.body.replace(/[0-9a-f]{64}/, "0".repeat(64));
  expect(body).not.toBe(head.body);
  const other = await against({ ...head, body });
  expect(other.intact).toBe(false);
  expect(other.faults[0]!.kind).toMatch(/^(checkpoint|head)_/);
}

const listActions = (installation: Installation, query: string) =>
  readAs<ActionList>(installation, "viewer", `/api/proposed-actions?${query}`);

const countPending = async (installation: Installation) =>
  (await listActions(installation, "status=pending&limit=200")).items.length;

async function daysOfHistory(installation: Installation): Promise<number> {
  const { items } = await listActions(installation, "status=applied&limit=200");
  const oldest = Math.min(...items.map(({ created_at }) => Date.parse(created_at)));
  return (Date.now() - oldest) / 86_400_000;
}

async function expectAllEnded(installation: Installation): Promise<void> {
  await expect.poll(processesOfFolder, { timeout: endLimitMs }).toEqual([]);
  for (const address of portsOf(installation)) expect(await isListening(address), address).toBe(false);
}

test("the demo starts with a company of thirty days in it, and Ctrl-C ends every process of it", async () => {
  const installation = await start();
  firstTookMs = tookMs;
  console.log(`first start, built already: ${(tookMs / 1_000).toFixed(1)} s`);
  const port = Number(new URL(installation.url).port);
  expect(port, "the first free port from 3000 on").toBeGreaterThanOrEqual(3_000);
  expect(port).toBeLessThan(3_100);
  const verification = await readAs<AuditVerification>(installation, "admin", "/api/audit/verify?mode=full");
  expect(verification).toMatchObject({ intact: true, faults: [] });
  await expectProvenBy(installation, verification.head!);
  expect(await daysOfHistory(installation)).toBeGreaterThan(27);
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

test("a second start keeps the data and the people, and takes less than half as long as the first", async () => {
  const before = JSON.parse(readFileSync(path.join(folder, "demo.json"), "utf8")) as Installation;
  const installation = await start();
  console.log(`second start: ${(tookMs / 1_000).toFixed(1)} s`);
  expect(tookMs).toBeLessThan(firstTookMs / 2);
  expect(installation.users).toEqual(before.users);
  expect(installation.agentKey).toBe(before.agentKey);
  expect(await countPending(installation)).toBe(pending);
  expect(await end("SIGTERM")).toBe(0);
  await expectAllEnded(installation);
});
