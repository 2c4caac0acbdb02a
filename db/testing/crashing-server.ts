import path from "node:path";
import { startEmbeddedPostgres } from "@/db/embedded/server";

/** Starts a server of its own over this folder's data, for a test that crashes it and starts it again. */
export const startCrashingServer = (folder: string, port: number, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({
    dataDir: path.join(folder, "data"),
    port,
    password: "test",
    // A crash of the process loses what was not handed to the system, whether or not the disk has it.
    settings: { fsync: "off", max_connections: "200", autovacuum: "off", ...settings },
  });
