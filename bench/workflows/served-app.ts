import { randomBytes } from "node:crypto";
import { eventKey, signingKey } from "@countersign/inngest-engine/testing";
import { buildApp } from "@/scripts/local/build-app";
import { startChild } from "@/scripts/local/children";
import { freePort } from "@/scripts/local/free-port";
import { startEngineProcess } from "../engine/processes";

export interface ServedAppOptions {
  databaseUrl: string;
  engineDatabaseUrl: string;
  /** The file of its output. */
  folder: string;
  /** `host:port` that its workflows may ask. */
  outboundAllow: string;
}

/** The app as it is built, and the engine that wakes its functions. The app can be killed and started again; the engine stays. */
export async function serveApp({ databaseUrl, engineDatabaseUrl, folder, outboundAllow }: ServedAppOptions) {
  buildApp(() => console.log("Building the app …"));
  const [port, enginePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const hex = () => randomBytes(32).toString("hex");
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: hex(),
    COUNTERSIGN_SIGNING_KEY: randomBytes(32).toString("base64"),
    INNGEST_BASE_URL: `http://127.0.0.1:${enginePort}`,
    INNGEST_EVENT_KEY: eventKey,
    INNGEST_SIGNING_KEY: signingKey,
    INNGEST_DEV: "",
    NETSUITE_SIMULATOR_URL: "http://127.0.0.1:9",
    NETSUITE_AUTH: "tba",
    NETSUITE_ACCOUNT: "NONE",
    NETSUITE_CONSUMER_KEY: hex(),
    NETSUITE_CONSUMER_SECRET: hex(),
    NETSUITE_TOKEN_ID: hex(),
    NETSUITE_TOKEN_SECRET: hex(),
    OUTBOUND_ALLOW: outboundAllow,
  };
  const startApp = () =>
    startChild({
      name: "app",
      args: ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)],
      env,
      readyWhen: /Ready in/,
      logDir: folder,
      // The bench that kills it starts it again.
      onUnexpectedExit: () => {},
    });
  let app = await startApp();
  const engine = await startEngineProcess({
    port: enginePort,
    appUrl: `${url}/api/inngest`,
    databaseUrl: engineDatabaseUrl,
  });
  return {
    /** Sends events as the app does. */
    client: engine.client,
    kill: () => void process.kill(app.pid, "SIGKILL"),
    restart: async () => void (app = await startApp()),
    close: async () => {
      engine.stop();
      await app.stop();
    },
  };
}
