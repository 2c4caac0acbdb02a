import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { startInstallation } from "@/scripts/smoke/own-installation";
import { keepRunningOut } from "./running-out";
import { keepSessions } from "./sessions";

/**
 * Starts an installation in a folder of its own, as `npm run demo` does, and ends it after the last test. A running
 * installation is used as it is when COUNTERSIGN_DEMO_FILE names it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.COUNTERSIGN_DEMO_FILE) {
    await prepare();
    return undefined;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-e2e-"));
  let stop = async (): Promise<unknown> => null;
  const end = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    ({ stop } = await startInstallation(folder, await freePort(), { CI: "true" }));
    process.env.COUNTERSIGN_DEMO_FILE = path.join(folder, "demo.json");
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
