import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { root } from "./ensure-installed.mjs";

const startLimitMs = 300_000;
const stopLimitMs = 8_000;

export interface ChildOptions {
  name: string;
  args: string[];
  env: Record<string, string | undefined>;
  /** Resolves the start when a line of its output matches. */
  readyWhen: RegExp;
  /** Where its output is kept. */
  logDir: string;
  onUnexpectedExit: (message: string) => void;
}

export interface Child {
  pid: number;
  stop(): Promise<void>;
  ready: RegExpMatchArray;
}

/** Starts a Node program in a process group of its own: Ctrl-C reaches us alone, and we end the children in order. */
export async function startChild(options: ChildOptions): Promise<Child> {
  await mkdir(options.logDir, { recursive: true });
  const logFile = path.join(options.logDir, `${options.name}.log`);
  const log = createWriteStream(logFile, { flags: "a" });
  const guard = path.join(root, "scripts", "local", "end-with-parent.mjs");
  const child = spawn(process.execPath, ["--import", guard, ...options.args], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  child.stdout!.pipe(log, { end: false });
  child.stderr!.pipe(log, { end: false });
  let stopping = false;
  const ready = await untilReady(child, options, logFile);
  child.once("exit", (code, signal) => {
    if (!stopping)
      options.onUnexpectedExit(`${options.name} ended unexpectedly (${signal ?? code}); see ${logFile}`);
  });
  return {
    pid: child.pid!,
    ready,
    stop: async () => {
      stopping = true;
      await stopChild(child);
      log.end();
    },
  };
}

async function untilReady(
  child: ChildProcess,
  options: ChildOptions,
  logFile: string,
): Promise<RegExpMatchArray> {
  let output = "";
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(
        new Error(
          `${options.name} ${why}. Its last words:\n${output.slice(-2_000)}\nAll of them: ${logFile}`,
        ),
      );
    const timer = setTimeout(() => fail(`did not start within ${startLimitMs / 1000} s`), startLimitMs);
    const onExit = (code: number | null) => {
      clearTimeout(timer);
      fail(`ended with code ${code} while starting`);
    };
    child.once("exit", onExit);
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const match = options.readyWhen.exec(output);
      if (!match) return;
      clearTimeout(timer);
      child.off("exit", onExit);
      child.stdout!.off("data", read);
      child.stderr!.off("data", read);
      resolve(match);
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
  await ended;
  clearTimeout(timer);
}
