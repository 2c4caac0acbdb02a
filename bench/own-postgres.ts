import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { startEmbeddedPostgres } from "@/db/embedded/server";

/** A Postgres of the bench's own, gone with everything in it when `work` is done. */
export async function withOwnPostgres(
  work: (url: string, folder: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, "data"),
    port: await freePort(),
    password: "bench",
    settings: { max_connections: "100", shared_buffers: "256MB", ...settings },
  });
  try {
    await work(server.url, folder);
  } finally {
    await server.stop();
    // Where Postgres cannot enter the folder, its data lies elsewhere.
    await rm(server.dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}
