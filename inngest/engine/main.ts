import { parseArgs } from "node:util";
import { startEngine } from ".";
import { messageOf } from "./log";

const usage =
  "usage: main.ts --port <port> --app <serve url> --database-url <postgres url> [--retry-ms <ms>] [--no-checkpointing] [--exit-with-parent] [--unsigned-dev]\n" +
  "keys come from INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY";
const parentCheckMs = 1_000;

/** The engine as a process: starts it, says so in one line, and stops it in good order when told to. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      app: { type: "string" },
      "database-url": { type: "string" },
      "retry-ms": { type: "string" },
      "no-checkpointing": { type: "boolean", default: false },
      "exit-with-parent": { type: "boolean", default: false },
      "unsigned-dev": { type: "boolean", default: false },
    },
  });
  const port = wholeNumber(values.port, "--port");
  const appUrl = values.app;
  const databaseUrl = values["database-url"];
  if (port === undefined || !appUrl || !databaseUrl) throw new Error(usage);
  const engine = await startEngine({
    port,
    appUrl,
    databaseUrl,
    eventKey: process.env.INNGEST_EVENT_KEY ?? "",
    signingKey: process.env.INNGEST_SIGNING_KEY ?? "",
    retryMs: wholeNumber(values["retry-ms"], "--retry-ms"),
    checkpointing: !values["no-checkpointing"],
    unsignedDevMode: values["unsigned-dev"],
  });
  console.log(`inngest engine ready on ${engine.url} for ${appUrl}`);

  let stopping = false;
  const stop = (): void => {
    // A second signal does not wait for calls in flight; their jobs are taken again at the next start.
    if (stopping) process.exit(1);
    stopping = true;
    engine.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  if (values["exit-with-parent"]) stopWithParent(stop);
}

/** An orphan gets another parent: a supervisor that was killed leaves no engine behind. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
}

function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} must be a whole number, not "${text}"`);
  return Number(text);
}

function fail(error: unknown): void {
  console.error(messageOf(error));
  process.exit(1);
}

main().catch(fail);
