import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type OwnerSql, openOwner } from "@/db/client";
import type { LocalSecrets } from "../local/local-state";
import type { DemoFile } from "../demo/run-demo";
import { root } from "../local/ensure-installed.mjs";

/** A running demo as its demo.json describes it. */
export type DescribedInstallation = { [Part in keyof DemoFile]: NonNullable<DemoFile[Part]> };

/** A demo in a folder of its own, started and ended as often as its user needs. */
export interface Installation extends DescribedInstallation {
  pid: number;
  folder: string;
  /** Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Ends an endless wait. A slow machine builds for many minutes. */
const startLimitMs = 1_200_000;

/** Null: the first free port. Without the demo's past, which takes time, unless `env` leaves that open. @throws Error with the last output where the demo does not start. */
export async function startInstallation(
  folder: string,
  port: number | null,
  env: Record<string, string | undefined>,
): Promise<Installation> {
  const child = spawn(process.execPath, [path.join(root, "scripts", "demo.mjs")], {
    cwd: root,
    env: {
      ...process.env,
      DEMO_HISTORY_DAYS: "0",
      ...env,
      COUNTERSIGN_LOCAL_DIR: folder,
      ...(port === null ? {} : { DEMO_PORT: String(port) }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const refuse = (why: string) => {
      child.kill("SIGTERM");
      reject(new Error(`The installation ${why}:\n${output.slice(-4_000)}`));
    };
    const timer = setTimeout(() => refuse("did not start in time"), startLimitMs);
    child.once("exit", (code) => {
      clearTimeout(timer);
      refuse(`ended with code ${code}`);
    });
    const read = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (!output.includes("is ready after")) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  const described = await readFile(path.join(folder, "demo.json"), "utf8");
  return {
    ...(JSON.parse(described) as DescribedInstallation),
    pid: child.pid!,
    folder,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** The owner of its tables. From here on this process seals and hashes secrets as this installation does. */
export async function openOwnerOf({ folder, databaseUrl }: Installation): Promise<OwnerSql> {
  const { ownerPassword, storageKey } = JSON.parse(
    await readFile(path.join(folder, "secrets.json"), "utf8"),
  ) as LocalSecrets;
  process.env.COUNTERSIGN_SECRET_KEY = storageKey;
  const url = new URL(databaseUrl);
  url.username = "countersign_owner";
  url.password = encodeURIComponent(ownerPassword);
  return openOwner(url.toString(), { poolMax: 1 });
}
