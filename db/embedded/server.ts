import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findPostgresBinaries, isReachableByOthers } from "./binaries";

const run = promisify(execFile);
const bootLimitMs = 60_000;
const stopLimitMs = 15_000;

export interface EmbeddedServer {
  /** Superuser address of the maintenance database, loopback only. */
  url: string;
  port: number;
  dataDir: string;
  pid: number;
  /** Ends the server; "immediate" is a crash on purpose (WAL recovery on the next start). */
  stop(mode?: "fast" | "immediate"): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** Where the cluster lives; moved to a place that Postgres' user can enter where this one cannot be. */
  dataDir: string;
  port: number;
  password: string;
  /** Extra `-c name=value` settings; tests pass fsync=off. */
  settings?: Record<string, string>;
}

/** Boots Postgres on loopback, creating the cluster on first use. A server left over on the same data is stopped first. */
export async function startEmbeddedPostgres(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const sharedRoot = path.join(tmpdir(), "countersign");
  const binaries = await findPostgresBinaries(sharedRoot);
  const dataDir = await reachableDataDir(options.dataDir, sharedRoot);
  const identity = await unprivilegedIdentity();
  const as = { ...identity, cwd: "/" };

  if (!(await exists(path.join(dataDir, "PG_VERSION")))) {
    await createCluster(binaries.initdb, dataDir, options.password, as);
  } else if (await exists(path.join(dataDir, "postmaster.pid"))) {
    await run(binaries.pgCtl, ["stop", "-D", dataDir, "-m", "fast", "-w"], as).catch(() => undefined);
    await rm(path.join(dataDir, "postmaster.pid"), { force: true });
  }

  const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binaries.postgres, ["-D", dataDir, "-p", String(options.port), ...flags], {
    ...as,
    stdio: ["ignore", "ignore", "pipe"],
    // A process group of its own: Ctrl-C in the terminal reaches us, and we stop Postgres last.
    detached: true,
  });
  await untilReady(child);
  return {
    url: `postgres://postgres:${options.password}@127.0.0.1:${options.port}/postgres`,
    port: options.port,
    dataDir,
    pid: child.pid!,
    stop: (mode = "fast") => stopServer(child, mode),
  };
}

async function createCluster(
  initdb: string,
  dataDir: string,
  password: string,
  as: { uid?: number; gid?: number; cwd: string },
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(dataDir, "..", `.pg-password-${process.pid}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (as.uid !== undefined && as.gid !== undefined) {
    await chown(dataDir, as.uid, as.gid);
    await chown(passwordFile, as.uid, as.gid);
  }
  try {
    const flags = ["-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8"];
    await run(initdb, ["-D", dataDir, ...flags, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"], {
      ...as,
      env: { ...process.env, LC_ALL: "C" },
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** As root Postgres refuses to run: it becomes `postgres` where that user exists, else `nobody`. */
async function unprivilegedIdentity(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!user)
    throw new Error(
      "Postgres does not run as root, and there is no user `postgres` or `nobody` to run it as.",
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Keeps `dataDir` where Postgres' user can enter it; else a folder of the same name, per checkout, under `sharedRoot`. */
async function reachableDataDir(dataDir: string, sharedRoot: string): Promise<string> {
  const parent = path.dirname(path.resolve(dataDir));
  await mkdir(parent, { recursive: true });
  if (await isReachableByOthers(parent)) return path.resolve(dataDir);
  const name = path.resolve(dataDir).replaceAll(path.sep, "_");
  const sharedDir = path.join(sharedRoot, "data", name);
  await mkdir(path.dirname(sharedDir), { recursive: true, mode: 0o755 });
  return sharedDir;
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Postgres did not start in ${bootLimitMs} ms:\n${log}`)),
      bootLimitMs,
    );
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`Postgres ended with code ${code} while starting:\n${log}`));
    });
    child.stderr!.on("data", (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString("utf8");
      if (!log.includes("ready to accept connections")) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function stopServer(child: ChildProcess, mode: "fast" | "immediate"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), stopLimitMs);
  await ended;
  clearTimeout(timer);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
