import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * One installation per local folder: a second start would pull the database from under the first. Returns how to let go.
 * @throws Error naming the process that holds it.
 */
export async function holdInstance(localDir: string): Promise<() => Promise<void>> {
  const file = path.join(localDir, "running.pid");
  await mkdir(localDir, { recursive: true, mode: 0o755 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    if (holder !== process.pid && isAlive(holder)) {
      throw new Error(
        `Countersign already runs here (process ${holder}). End it first with Ctrl-C, or use another checkout.`,
      );
    }
    // Left behind by a process that was killed outright.
    await rm(file, { force: true });
  }
  throw new Error(`${file} could not be taken.`);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
