import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "../local/ensure-installed.mjs";

/** An installation for one smoke run, in a folder of its own; started and ended as often as the run needs. */
export interface Installation {
  url: string;
  simulatorUrl: string;
  netsuite: {
    account: string;
    consumerKey: string;
    consumerSecret: string;
    tokenId: string;
    tokenSecret: string;
  };
  agentKey: string;
  users: { role: string; token: string }[];
  stop(): Promise<void>;
}

const startLimitMs = 1_200_000;

export async function startInstallation(
  folder: string,
  port: number,
  env: Record<string, string>,
): Promise<Installation> {
  const child = spawn(process.execPath, [path.join(root, "scripts", "demo.mjs")], {
    cwd: root,
    env: { ...process.env, ...env, COUNTERSIGN_LOCAL_DIR: folder, DEMO_PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The installation did not start:\n${output}`)),
      startLimitMs,
    );
    child.once("exit", (code) => reject(new Error(`The installation ended with code ${code}:\n${output}`)));
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (!output.includes("is ready after")) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  const described = JSON.parse(await readFile(path.join(folder, "demo.json"), "utf8")) as Omit<
    Installation,
    "stop"
  >;
  return {
    ...described,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
