import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { startEmbeddedPostgres } from "../embedded/server";

const startAttemptsMax = 3;

/**
 * One throw-away Postgres for the whole test run; every test file takes a database of its own from it. A run of several
 * projects sets up once for each of them: those that come later find the address.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-test-"));
  const server = await startOnFreePort(folder);
  process.env.TEST_POSTGRES_URL = server.url;
  return async () => {
    await server.stop("immediate");
    // Where Postgres cannot enter the folder, its data lies elsewhere.
    await rm(server.dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  };
}

/** A port that is free may be taken before Postgres listens on it: then another one. */
async function startOnFreePort(folder: string): ReturnType<typeof startEmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbeddedPostgres({
        dataDir: path.join(folder, `data-${attempt}`),
        port: await getPort(),
        password: "test",
        settings: {
          fsync: process.env.TEST_FSYNC ?? "off",
          max_connections: "300",
          shared_buffers: "128MB",
          // The cluster is deleted after the run: it needs no log for replication, and its databases need no vacuum.
          wal_level: "minimal",
          max_wal_senders: "0",
          max_wal_size: "4GB",
          full_page_writes: process.env.TEST_FSYNC ?? "off",
          autovacuum: "off",
        },
      });
    } catch (error) {
      if (attempt === startAttemptsMax) throw error;
    }
  }
}
