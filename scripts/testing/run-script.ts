import { spawn } from "node:child_process";
import { once } from "node:events";

/** The end of a script: its exit code, what it printed to both streams, and the time by this process's clock. */
interface ScriptEnd {
  code: number;
  out: string;
  complaint: string;
  endedAt: number;
}

/** Runs a script of ours as an operator's shell would, with no other environment than `env`. */
export async function runScript(
  entry: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<ScriptEnd> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", entry, ...args], {
    env: { PATH, HOME, NODE_ENV: "test", ...env },
  });
  let out = "";
  let complaint = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (complaint += chunk));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, complaint, endedAt: performance.now() };
}
