import { parseArgs } from "node:util";
import type { EngineOptions } from ".";

export const usage = `Runs the functions of an Inngest app, without Inngest.

usage: engine --port <port> --app <serve url> --database-url <postgres url> [options]

  --port <port>          where it takes events, on 127.0.0.1: the app's INNGEST_BASE_URL; 0 takes a free one
  --app <url>            the app's serve endpoint, such as http://127.0.0.1:3000/api/inngest
  --database-url <url>   Postgres: state lives there in the schema inngest_engine, which it creates
  --retry-ms <ms>        the delay after a first failed attempt, doubled by each further one
                         (as Inngest: 15 s, 30 s, 1 min … 2 h, each with up to 30 s of jitter)
  --retention-hours <n>  how long ended runs and their events are kept (168)
  --no-checkpointing     one call for each step
  --unsigned-dev         for an app in dev mode (INNGEST_DEV): nothing is signed, any event key will do
  --exit-with-parent     ends with the process that started it
  --help

The keys come from INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY, the same ones that the app has. Where INNGEST_DEV
is set, as for the SDK, and no signing key is, --unsigned-dev is meant.`;

export type Command =
  | { kind: "help" }
  | { kind: "wrong"; problem: string }
  | { kind: "start"; options: EngineOptions; exitsWithParent: boolean };

const portMax = 65_535;
const hourMs = 60 * 60_000;
const commandOptions = {
  port: { type: "string" },
  app: { type: "string" },
  "database-url": { type: "string" },
  "retry-ms": { type: "string" },
  "retention-hours": { type: "string" },
  "no-checkpointing": { type: "boolean", default: false },
  "unsigned-dev": { type: "boolean", default: false },
  "exit-with-parent": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

class Wrong extends Error {}

/** Reads the command line and the environment. `wrong` names the option, and what would be right. */
export function readCommand(args: readonly string[], env: Record<string, string | undefined>): Command {
  try {
    const { values } = parseArgs({ args: [...args], options: commandOptions });
    if (values.help) return { kind: "help" };
    const unsignedDevMode = values["unsigned-dev"] || (isDev(env.INNGEST_DEV) && !env.INNGEST_SIGNING_KEY);
    const options = {
      port: wholeNumber("--port", required("--port", values.port), portMax),
      appUrl: address("--app", required("--app", values.app), ["http:", "https:"]),
      databaseUrl: address("--database-url", required("--database-url", values["database-url"]), [
        "postgres:",
        "postgresql:",
      ]),
      eventKey: unsignedDevMode ? "" : secret(env, "INNGEST_EVENT_KEY"),
      signingKey: unsignedDevMode ? "" : secret(env, "INNGEST_SIGNING_KEY"),
      checkpointing: !values["no-checkpointing"],
      unsignedDevMode,
      ...(values["retry-ms"] ? { retryMs: wholeNumber("--retry-ms", values["retry-ms"]) } : {}),
      ...(values["retention-hours"]
        ? { retentionMs: wholeNumber("--retention-hours", values["retention-hours"]) * hourMs }
        : {}),
    };
    return { kind: "start", options, exitsWithParent: values["exit-with-parent"] };
  } catch (error) {
    if (error instanceof Wrong || (error instanceof TypeError && "code" in error)) {
      return { kind: "wrong", problem: error.message };
    }
    throw error;
  }
}

function required(option: string, value: string | undefined): string {
  if (!value) throw new Wrong(`${option} is missing.`);
  return value;
}

function wholeNumber(option: string, text: string, max = 999_999_999): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max) {
    throw new Wrong(`${option} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return Number(text);
}

/** A wrong address is not repeated: that of a database holds its password. */
function address(option: string, text: string, protocols: readonly string[]): string {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Wrong(`${option} must be an address that begins with ${protocols.join("// or ")}//.`);
  }
  return text;
}

function secret(env: Record<string, string | undefined>, name: string): string {
  const value = env[name];
  if (!value) throw new Wrong(`${name} is not set (or say --unsigned-dev, for an app in dev mode).`);
  return value;
}

/** As the SDK reads it: an address or any word but these switches dev mode on. */
function isDev(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false", "no", "off"].includes(value.toLowerCase());
}
