import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { keepRunningOut } from "./running-out";
import { keepSessions } from "./sessions";

/** An end to waiting for ever; a slow machine builds for many minutes. */
const startLimitMs = 1_200_000;

/**
 * Starts an installation of its own, as `npm run demo` does, in a folder of its own; ends it after the last test. An
 * installation that already runs is used as it is when COUNTERSIGN_DEMO_FILE names it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.COUNTERSIGN_DEMO_FILE) {
    await prepare();
    return undefined;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-e2e-"));
  const port = await getPort();
  const demo = spawn(process.execPath, ["scripts/demo.mjs"], {
    env: { ...process.env, COUNTERSIGN_LOCAL_DIR: folder, DEMO_PORT: String(port), CI: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = async () => {
    if (demo.exitCode === null && demo.signalCode === null) {
      const ended = new Promise((resolve) => demo.once("exit", resolve));
      demo.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(demo);
    process.env.COUNTERSIGN_DEMO_FILE = path.join(folder, "demo.json");
    await readFile(process.env.COUNTERSIGN_DEMO_FILE, "utf8");
    await prepare();
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function prepare(): Promise<void> {
  await keepSessions();
  await keepRunningOut();
}

async function untilReady(demo: ChildProcess): Promise<void> {
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`The installation under test ${why}:\n${output.slice(-4_000)}`));
    const timer = setTimeout(() => fail("did not start in time"), startLimitMs);
    demo.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (!/is ready after/.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    demo.stdout!.on("data", read);
    demo.stderr!.on("data", read);
  });
}
