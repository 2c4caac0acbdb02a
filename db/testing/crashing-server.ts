import path from "node:path";
import postgres from "postgres";
import { type EmbeddedServer, startEmbeddedPostgres } from "@/db/embedded/server";

/** Starts a server of its own over this folder's data, for a test that crashes it and starts it again. */
export const startCrashingServer = (folder: string, port: number, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({
    dataDir: path.join(folder, "data"),
    port,
    password: "test",
    // A crash of the process loses what was not handed to the system, whether or not the disk has it.
    settings: { fsync: "off", max_connections: "200", autovacuum: "off", ...settings },
  });

export interface ForgetfulServer extends EmbeddedServer {
  /** Before a database is dropped, which waits for each process. A crash forgets nothing from then on. */
  resumeWalWriter(): void;
}

/**
 * As `startCrashingServer`, where a crash forgets every commit that did not wait for the disk, unless a later one that waited
 * took it along: the process that would hand it to the system meanwhile is held.
 */
export async function startForgetfulServer(folder: string, port: number): Promise<ForgetfulServer> {
  const server = await startCrashingServer(folder, port, { wal_writer_delay: "10s" });
  const walWriter = await pidOfIdleWalWriter(server.url);
  process.kill(walWriter, "SIGSTOP");
  return {
    ...server,
    resumeWalWriter: () => void process.kill(walWriter, "SIGCONT"),
    stop(mode) {
      // Held, it would keep the server from ending for seconds; let go, it would write.
      process.kill(walWriter, "SIGKILL");
      return server.stop(mode);
    },
  };
}

/** It rests for seconds: held at work it could have locks for which every other process waits. */
async function pidOfIdleWalWriter(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  try {
    // It starts beside the first connections.
    for (;;) {
      const [walWriter] = await sql<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter' AND wait_event = 'WalWriterMain'`;
      if (walWriter) return walWriter.pid;
    }
  } finally {
    await sql.end();
  }
}
