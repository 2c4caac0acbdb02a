import path from "node:path";
import { freePort } from "./free-port";
import { assertProductionReady, parseEnv } from "@/lib/env";
import { answerOnSecondLoopback } from "./second-loopback";
import { buildApp } from "./build-app";
import { type LocalSecrets, localDir, readLocalSecrets, writePrivate } from "./local-state";
import { startAppPart, startDatabase, startEnginePart, startSimulatorPart } from "./parts";
import type { Supervisor } from "./supervisor";

export interface StartOptions {
  supervisor: Supervisor;
  port: number;
  /** `localhost`: both of this machine's own addresses, and the name in every link. */
  host: string;
  say: (line: string) => void;
  /** Serves the sources as they stand and reloads what changes, instead of a build. */
  hotReload?: boolean;
  /** Opens /api/metrics and the operator's door, with tokens of this checkout where the environment has none. */
  metrics?: boolean;
  /** Called once database and NetSuite are there and before the app answers. */
  beforeApp?: (parts: StartedParts) => Promise<void>;
}

export interface StartedParts {
  url: string;
  secrets: LocalSecrets;
  /** Everything the app is started with. */
  env: Record<string, string>;
  /** Absent where the part is not ours to start. */
  ownerUrl: string | null;
  /** The superuser, in the product's own database. */
  superuserUrl: string | null;
  simulatorUrl: string | null;
  engineUrl: string | null;
}

const logDir = path.join(localDir, "logs");

/**
 * Starts the product with whatever it lacks beside it: Postgres where DATABASE_URL is unset, the simulator where
 * NETSUITE_ACCOUNT is, the engine where no Inngest is configured.
 * @throws Error in production, naming everything that must be set, before anything is started.
 */
export async function startProduct(options: StartOptions): Promise<StartedParts> {
  const { supervisor, say, port, host, hotReload } = options;
  const env = parseEnv(process.env);
  assertProductionReady(env);
  const secrets = await readLocalSecrets();
  const onUnexpectedExit = (message: string) => {
    if (supervisor.ending) return;
    console.error(message);
    void supervisor.end(1);
  };
  const context = { secrets, onUnexpectedExit };
  const url = env.NEXTAUTH_URL ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;

  // Migrations of an older installation seal its credentials with this key.
  process.env.COUNTERSIGN_SECRET_KEY ??= secrets.storageKey;
  const database = env.DATABASE_URL ? null : await startDatabase(secrets);
  if (database) supervisor.add("Postgres", () => database.server.stop());
  const simulator = env.NETSUITE_ACCOUNT ? null : await startSimulatorPart(context);
  if (simulator) supervisor.add("simulator", simulator.stop);
  const embedsEngine = !(env.INNGEST_EVENT_KEY && env.INNGEST_SIGNING_KEY);
  if (embedsEngine && !database && !env.ENGINE_DATABASE_URL) {
    throw new Error(
      "No Inngest is configured, so the embedded engine runs, and it needs a database role of its own: set ENGINE_DATABASE_URL " +
        "(npm run db:setup prints it), or INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY.",
    );
  }
  const enginePort = embedsEngine ? await freePort() : null;
  const engineUrl = enginePort === null ? null : `http://127.0.0.1:${enginePort}`;

  const parts: StartedParts = {
    url,
    secrets,
    ownerUrl: database?.urls.owner ?? env.DATABASE_OWNER_URL ?? null,
    superuserUrl: database?.superuserUrl ?? null,
    simulatorUrl: simulator?.url ?? null,
    engineUrl,
    env: {
      COUNTERSIGN_ENV: env.COUNTERSIGN_ENV,
      DATABASE_URL: env.DATABASE_URL ?? database!.urls.app,
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: env.NEXTAUTH_SECRET ?? secrets.nextAuthSecret,
      COUNTERSIGN_SECRET_KEY: env.COUNTERSIGN_SECRET_KEY ?? secrets.storageKey,
      COUNTERSIGN_SIGNING_KEY: env.COUNTERSIGN_SIGNING_KEY ?? secrets.ledgerKey,
      ...(engineUrl
        ? {
            INNGEST_BASE_URL: engineUrl,
            INNGEST_EVENT_KEY: secrets.eventKey,
            INNGEST_SIGNING_KEY: secrets.signingKey,
            INNGEST_DEV: "",
          }
        : {}),
      ...(simulator ? simulatorEnv(simulator.url, secrets) : {}),
      ...(env.WEB_PUSH_PUBLIC_KEY || !database ? {} : webPushEnv(secrets)),
      ...(options.metrics
        ? {
            METRICS_TOKEN: env.METRICS_TOKEN ?? secrets.metricsToken,
            OPERATOR_TOKEN: env.OPERATOR_TOKEN ?? secrets.operatorToken,
          }
        : {}),
    },
  };
  const sayBuilding = () => say("Building the app, which takes one to five minutes …");
  if (!hotReload && buildApp(sayBuilding)) say("The app is built.");
  await options.beforeApp?.(parts);

  const appHost = host === "localhost" ? "127.0.0.1" : host;
  const app = await startAppPart(context, { port, host: appHost, hotReload, env: parts.env });
  supervisor.add("app", app.stop);
  const second = host === "localhost" ? await answerOnSecondLoopback(port) : null;
  if (second) supervisor.add("second address", second.stop);
  if (enginePort !== null) {
    const engineDatabase = database?.urls.engine ?? env.ENGINE_DATABASE_URL!;
    const engine = await startEnginePart(context, {
      databaseUrl: engineDatabase,
      appUrl: `http://127.0.0.1:${port}`,
      port: enginePort,
    });
    supervisor.add("engine", engine.stop);
  }
  // For db:tenant, db:migrate and psql while an embedded Postgres runs.
  if (database) await writePrivate(path.join(localDir, "database.json"), database.urls);
  say(`Logs: ${path.relative(process.cwd(), logDir) || logDir}`);
  return parts;
}

const webPushEnv = ({ webPush }: LocalSecrets) => ({
  WEB_PUSH_PUBLIC_KEY: webPush.publicKey,
  WEB_PUSH_PRIVATE_KEY: webPush.privateKey,
  WEB_PUSH_CONTACT: "mailto:nobody@example.com",
});

function simulatorEnv(url: string, { netsuite }: LocalSecrets): Record<string, string> {
  return {
    NETSUITE_SIMULATOR_URL: url,
    NETSUITE_AUTH: "tba",
    NETSUITE_ACCOUNT: netsuite.account,
    NETSUITE_CONSUMER_KEY: netsuite.consumerKey,
    NETSUITE_CONSUMER_SECRET: netsuite.consumerSecret,
    NETSUITE_TOKEN_ID: netsuite.tokenId,
    NETSUITE_TOKEN_SECRET: netsuite.tokenSecret,
  };
}
