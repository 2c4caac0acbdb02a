import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Installation } from "./own-installation";

/** How a part is known among the installation's processes. */
const PARTS = { engine: /inngest-engine/, app: /next-server/ };

/** By SIGKILL: nothing of it runs any more. The installation then ends by itself. @throws Error where there is none. */
export async function killPart({ pid }: Pick<Installation, "pid">, part: keyof typeof PARTS): Promise<void> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "ppid=,pid=,args="]);
  const rows = stdout.split("\n").map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row));
  const row = rows.find((found) => Number(found?.[1]) === pid && PARTS[part].test(found![3]!));
  if (!row) throw new Error(`no process of the ${part} was found`);
  process.kill(Number(row[2]), "SIGKILL");
}
