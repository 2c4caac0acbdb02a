import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eventKey, readHealth, signingKey, until } from "@countersign/inngest-engine/testing";
import { Inngest } from "inngest";

const keys = { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey };

export type AppMessage =
  | { kind: "listening"; url: string }
  | { kind: "counting" }
  | { kind: "reached" }
  | { kind: "body"; mark: string; atNs: string };

export type AppProcess = Awaited<ReturnType<typeof startApp>>;
export type EngineProcess = Awaited<ReturnType<typeof startEngineProcess>>;

/** `engineUrl` is the one that the app's checkpoints go to. */
export async function startApp(engineUrl: string) {
  const child = start(["--import", "tsx", path.resolve("bench/engine/app-process.ts")], {
    INNGEST_BASE_URL: engineUrl,
  });
  const waiting = new Map<string, (atNs: bigint) => void>();
  let onCounting = (): void => {};
  let onReached = (): void => {};
  const url = await new Promise<string>((resolve) => {
    child.on("message", (message: AppMessage) => {
      if (message.kind === "listening") resolve(message.url);
      else if (message.kind === "counting") onCounting();
      else if (message.kind === "reached") onReached();
      else waiting.get(message.mark)?.(BigInt(message.atNs));
    });
  });
  return {
    url,
    /** Resolves with the moment (ns) at which the body of the event with this mark ran. */
    body: (mark: string) =>
      new Promise<bigint>((resolve) => {
        waiting.set(mark, (atNs) => {
          waiting.delete(mark);
          resolve(atNs);
        });
      }),
    /** Counts bodies from now on; the promise within resolves when so many have run. */
    countTo: async (bodies: number) => {
      const reached = new Promise<void>((resolve) => (onReached = resolve));
      await new Promise<void>((resolve) => {
        onCounting = resolve;
        child.send({ awaitBodies: bodies });
      });
      return { reached };
    },
    stop: (): void => void child.kill("SIGKILL"),
  };
}

/** The engine as people run it. `flags` are Node's own, as for a profile. */
export async function startEngineProcess(options: {
  port: number;
  appUrl: string;
  databaseUrl: string;
  flags?: string[];
}) {
  const observer = path.resolve("bench/engine/observe.ts");
  const main = fileURLToPath(import.meta.resolve("@countersign/inngest-engine/main"));
  const { port, appUrl, databaseUrl, flags = [] } = options;
  const own = ["--port", String(port), "--app", appUrl, "--database-url", databaseUrl];
  const child = start(["--expose-gc", ...flags, "--import", "tsx", "--import", observer, main, ...own], {});
  const url = `http://127.0.0.1:${port}`;
  await until("the engine to find the app", () =>
    readHealth(url).then(
      ({ app }) => app.synced,
      () => false,
    ),
  );
  return {
    url,
    client: new Inngest({ id: "bench", baseUrl: url, eventKey, isDev: false, signingKey }),
    memory: () =>
      new Promise<NodeJS.MemoryUsage>((resolve) => {
        child.once("message", (memory: NodeJS.MemoryUsage) => resolve(memory));
        child.send("memory");
      }),
    stop: (): void => void child.kill("SIGTERM"),
  };
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...keys, ...env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}
