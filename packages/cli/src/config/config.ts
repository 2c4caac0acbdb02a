import { constants } from "node:fs";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { EXIT, Stop } from "../exit.js";
import type { Io } from "../io.js";

/** Where Countersign is and who asks: from the environment, or else from a file that its owner alone can read. */
export interface Config {
  url?: string;
  agentKey?: string;
  token?: string;
}

const NAMES = ["url", "agentKey", "token"] as const;

export function configFile({ env }: Io): string {
  const folder = env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), ".config");
  return env.COUNTERSIGN_CONFIG || path.join(folder, "countersign", "config.json");
}

/** The environment goes before the file. @throws Stop for a file that others can read, or that is no configuration. */
export async function readConfig(io: Io): Promise<Config> {
  const stored = await readFileOf(io);
  const { COUNTERSIGN_URL: url, COUNTERSIGN_AGENT_KEY: agentKey, COUNTERSIGN_TOKEN: token } = io.env;
  const given = Object.entries({ url, agentKey, token }).filter(([, value]) => value);
  return { ...stored, ...Object.fromEntries(given) };
}

async function readFileOf(io: Io): Promise<Config> {
  const file = configFile(io);
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new Stop(EXIT.fault, `${file} cannot be read: ${error.code}.`);
  });
  if (!found) return {};
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new Stop(EXIT.refused, `${file} holds a key and others can read it: run chmod 600 ${file}`);
  try {
    const config = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
    const kept = NAMES.filter((name) => typeof config[name] === "string").map((name) => [name, config[name]]);
    return Object.fromEntries(kept) as Config;
  } catch {
    throw new Stop(EXIT.fault, `${file} is no JSON: mend it, or remove it and run countersign login.`);
  }
}

/** Adds to the stored configuration. The file is 0600 from its first byte on, and is replaced as a whole. */
export async function storeConfig(io: Io, config: Config): Promise<string> {
  const file = configFile(io);
  const whole = { ...(await readFileOf(io)), ...config };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(whole, null, 2)}\n`);
  } finally {
    await handle.close();
  }
  await chmod(draft, 0o600);
  await rename(draft, file);
  return file;
}

/** Returns the file; null: there was none. */
export async function forgetConfig(io: Io): Promise<string | null> {
  const file = configFile(io);
  return rm(file).then(
    () => file,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw new Stop(EXIT.fault, `${file} cannot be removed: ${error.code}.`);
    },
  );
}
