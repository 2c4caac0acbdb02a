import { createRequire } from "node:module";
import { freePort } from "@/scripts/local/free-port";
import type { PushDevice } from "../send-push";

/** The push service of web-push-testing: it checks the signature, decrypts what came, and ends subscriptions. */

interface Model {
  subscriptions: Record<string, unknown>;
}
interface Server {
  startServer(): void;
  _server: import("node:http").Server;
}

export interface Subscribed {
  device: PushDevice;
  /** All texts that have arrived, decrypted. */
  received(): Promise<string[]>;
  expire(): Promise<void>;
}

export async function startPushService() {
  const require = createRequire(import.meta.url);
  const { PushApiModel } = require("web-push-testing/src/PushApiModel") as {
    PushApiModel: new () => Model;
  };
  const WebPushServer = require("web-push-testing/src/server") as new (model: Model, port: number) => Server;
  const port = await freePort();
  const server = new WebPushServer(new PushApiModel(), port);
  server.startServer();
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer;
  };
  const goDown = () => {
    const closed = new Promise<void>((resolve) => void server._server.close(() => resolve()));
    server._server.closeAllConnections();
    return closed;
  };
  return {
    port,
    async subscribe(applicationServerKey: string): Promise<Subscribed> {
      const answer = await ask("/subscribe", { userVisibleOnly: "true", applicationServerKey });
      const { data } = (await answer.json()) as {
        data: { endpoint: string; keys: { p256dh: string; auth: string }; clientHash: string };
      };
      const { endpoint, keys, clientHash } = data;
      return {
        device: { endpoint, ...keys },
        async received() {
          const got = await ask("/get-notifications", { clientHash });
          if (!got.ok) return [];
          return ((await got.json()) as { data: { messages: string[] } }).data.messages;
        },
        async expire() {
          await ask(`/expire-subscription/${clientHash}`, {});
        },
      };
    },
    /** It refuses connections until it listens again, at the same port and with all its subscriptions. */
    goDown,
    listen: () => new Promise<void>((resolve) => void server._server.listen(port, resolve)),
    stop: () => void goDown(),
  };
}
