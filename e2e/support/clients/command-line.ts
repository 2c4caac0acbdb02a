import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "@/scripts/local/ensure-installed.mjs";
import { installation, userOf } from "../installation";
import { expect } from "../test";

/** The command line as people start it: a process of its own, with an environment and a home of its own. */

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Started {
  env?: Record<string, string | undefined>;
  stdin?: string;
}

/** For a user who has set up nothing; one home for each file of tests. */
export const home = mkdtempSync(path.join(tmpdir(), "countersign-home-"));

/** The package as it is published, built once: its process starts in a fraction of the time that its sources would take. */
const built = path.join(home, "node_modules/@countersign");
let command: string[] | null = null;
function commandLine(): string[] {
  // Another file of the same worker has removed the home at its end.
  if (command && existsSync(command[0]!)) return command;
  const build = [path.join(root, "scripts/build-package.mjs"), "--out", built];
  const { status, stdout } = spawnSync(process.execPath, build, {
    cwd: path.join(root, "packages/cli"),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the command line was not built:\n${stdout}`);
  symlinkSync(path.join(root, "node_modules/commander"), path.join(home, "node_modules/commander"));
  command = [path.join(built, "cli/main.js")];
  return command;
}

const environment = (env: Started["env"]): NodeJS.ProcessEnv => ({
  NODE_ENV: "test",
  PATH: process.env.PATH,
  HOME: home,
  NO_COLOR: "1",
  ...env,
});

export function countersign(args: readonly string[], { env = {}, stdin = "" }: Started = {}): Promise<Ended> {
  const child = spawn(process.execPath, [...commandLine(), ...args], {
    cwd: root,
    env: environment(env),
  });
  child.stdin.end(stdin);
  return ended(child);
}

/** The program and arguments of that process, for a client that starts it. */
export const startOf = (args: readonly string[]) => ({
  command: process.execPath,
  args: [...commandLine(), ...args],
});

/** The same at a terminal, where `answers` are typed as soon as each question is asked. */
export function atTerminal(
  args: readonly string[],
  answers: readonly [question: string, answer: string][],
  { env = {} }: Started = {},
): Promise<Ended> {
  const line = [process.execPath, ...commandLine(), ...args].map((part) => `'${part}'`).join(" ");
  const child = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd: root,
    env: environment(env),
  });
  const left = [...answers];
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const [next] = left;
    if (!next || !output.includes(next[0])) return;
    left.shift();
    output = output.slice(output.indexOf(next[0]) + next[0].length);
    child.stdin.write(`${next[1]}\n`);
  });
  return ended(child);
}

async function ended(child: ReturnType<typeof spawn>): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout!.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code: code ?? -1, stdout, stderr };
}

/** The environments of the installation's agent and of a person. */
export const asAgent = () => ({
  COUNTERSIGN_URL: installation().url,
  COUNTERSIGN_AGENT_KEY: installation().agentKey,
});
export const asPerson = (role: "approver" | "viewer" = "approver") => ({
  COUNTERSIGN_URL: installation().url,
  COUNTERSIGN_TOKEN: userOf(role).token,
});

export const runAsAgent = (args: string[], more: Started = {}) =>
  countersign(args, { ...more, env: { ...asAgent(), ...more.env } });

/** The JSON of a command that ended with this code, and said nothing on stderr. */
export function json<T = Record<string, unknown>>({ code, stdout, stderr }: Ended, expected = 0): T {
  expect({ code, stderr }).toEqual({ code: expected, stderr: "" });
  return JSON.parse(stdout) as T;
}

/** The error that a command with `--json` prints. */
export const faultOf = ({ stderr }: Ended) =>
  (
    JSON.parse(stderr) as {
      error: { kind: string; code: string; message: string; errors: { path: string }[] };
    }
  ).error;
