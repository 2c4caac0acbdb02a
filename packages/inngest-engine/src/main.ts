import { startEngine } from ".";
import { type Command, readCommand, usage } from "./command";
import { type Log, logProblems, messageOf } from "./log";

const parentCheckMs = 1_000;
const exitWrongCommand = 2;

/** The engine as a process: starts it, says so in one line, and stops it in good order when told to. */
async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  switch (command.kind) {
    case "help":
      console.log(usage);
      return;
    case "wrong":
      console.error(`${command.problem}\n\n${usage}`);
      process.exitCode = exitWrongCommand;
      return;
    case "start":
      return await run(command);
    default:
      command satisfies never;
  }
}

async function run({ options, exitsWithParent }: Extract<Command, { kind: "start" }>): Promise<void> {
  const engine = await startEngine({ ...options, log: tell });
  console.log(`inngest engine ready on ${engine.url} for ${options.appUrl}`);

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
  if (exitsWithParent) stopWithParent(stop);
}

/** People who start it by hand read which functions it found; problems go to stderr as everywhere. */
const tell: Log = (level, message, details) => {
  if (level === "info" && message === "synced with the app") {
    console.log(`serving ${String(details?.functions) || "no function"}`);
  }
  logProblems(level, message, details);
};

/** An orphan gets another parent: a supervisor that was killed leaves no engine behind. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckMs);
}

function fail(error: unknown): void {
  console.error(messageOf(error));
  process.exit(1);
}

main().catch(fail);
