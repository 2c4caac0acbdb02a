import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port";
import { type DatabaseUrls, bootstrapDatabase } from "@/db/bootstrap";
import { type EmbeddedServer, startEmbeddedPostgres } from "@/db/embedded/server";
import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { completeMigration } from "@/lib/gateway/reseal/complete-migration";
import { type Child, startChild } from "./children";
import { root } from "./ensure-installed.mjs";
import { type LocalSecrets, localDir } from "./local-state";

/** The parts that a small machine runs beside the app. Each knows how to start and how to end. */

const logDir = path.join(localDir, "logs");
const tsx = ["--import", "tsx"];

export interface PartContext {
  secrets: LocalSecrets;
  onUnexpectedExit: (message: string) => void;
}

export async function startDatabase(
  secrets: LocalSecrets,
): Promise<{ server: EmbeddedServer; urls: DatabaseUrls; superuserUrl: string }> {
  const server = await startEmbeddedPostgres({
    dataDir: path.join(localDir, "postgres"),
    port: await freePort(),
    password: secrets.postgresPassword,
    settings: { max_connections: "200" },
  });
  try {
    const urls = await bootstrapDatabase(server.url, "countersign", {
      owner: secrets.ownerPassword,
      app: secrets.appPassword,
      engine: secrets.enginePassword,
    });
    await migrateDatabase(urls.owner, ACTION_TYPE_ROWS, completeMigration);
    const superuserUrl = new URL(server.url);
    superuserUrl.pathname = new URL(urls.owner).pathname;
    return { server, urls, superuserUrl: superuserUrl.toString() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function startSimulatorPart({
  secrets,
  onUnexpectedExit,
}: PartContext): Promise<Child & { url: string }> {
  const { account, consumerKey, consumerSecret, tokenId, tokenSecret } = secrets.netsuite;
  const program = fileURLToPath(import.meta.resolve("@countersign/netsuite-simulator/main"));
  const port = String(await freePort());
  const child = await startChild({
    name: "simulator",
    args: [...tsx, program, "--port", port, "--data-dir", path.join(localDir, "netsuite")],
    env: {
      SIM_ACCOUNT: account,
      SIM_CONSUMER_KEY: consumerKey,
      SIM_CONSUMER_SECRET: consumerSecret,
      SIM_TOKEN_ID: tokenId,
      SIM_TOKEN_SECRET: tokenSecret,
    },
    readyWhen: /simulator ready (\S+)/,
    logDir,
    onUnexpectedExit,
  });
  return { ...child, url: child.ready[1]! };
}

export async function startEnginePart(
  { secrets, onUnexpectedExit }: PartContext,
  { databaseUrl, appUrl, port }: { databaseUrl: string; appUrl: string; port: number },
): Promise<Child> {
  const program = fileURLToPath(import.meta.resolve("@countersign/inngest-engine/main"));
  const app = `${appUrl}/api/inngest`;
  return startChild({
    name: "engine",
    args: [...tsx, program, "--port", String(port), "--app", app, "--database-url", databaseUrl],
    env: { INNGEST_EVENT_KEY: secrets.eventKey, INNGEST_SIGNING_KEY: secrets.signingKey },
    readyWhen: /ready on/,
    logDir,
    onUnexpectedExit,
  });
}

interface AppPartOptions {
  port: number;
  host: string;
  hotReload?: boolean;
  env: Record<string, string | undefined>;
}

export async function startAppPart(
  { onUnexpectedExit }: PartContext,
  { port, host, hotReload, env }: AppPartOptions,
): Promise<Child> {
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  return startChild({
    name: "app",
    args: [next, hotReload ? "dev" : "start", "-H", host, "-p", String(port)],
    env: { ...env, NODE_ENV: hotReload ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" },
    readyWhen: /Ready in/,
    logDir,
    onUnexpectedExit,
  });
}
