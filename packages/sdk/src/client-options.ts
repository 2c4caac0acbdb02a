import { ConfigError } from "./errors.js";
import { Transport } from "./transport/transport.js";

/** The settings that clients of agents and of people share. */

export interface ClientOptions {
  /** Where Countersign is: `https://countersign.example.com`. Absent: COUNTERSIGN_URL of the environment. */
  url?: string;
  /** Repetitions after a passing fault; 3. A wait repeats for as long as its time lasts. */
  retriesMax?: number;
  /** For each attempt; 30,000. */
  attemptTimeoutMs?: number;
  /** Absent: the one of Node or of the browser. */
  fetch?: typeof globalThis.fetch;
}

export interface Credential {
  given: string | undefined;
  option: string;
  variable: string;
}

/** @throws ConfigError that names what is missing. */
export function transportOf(options: ClientOptions, { given, option, variable }: Credential): Transport {
  const url = options.url ?? fromEnvironment("COUNTERSIGN_URL");
  if (!url) throw new ConfigError("No address: set COUNTERSIGN_URL, or pass url.");
  const credential = given ?? fromEnvironment(variable);
  if (!credential) throw new ConfigError(`No ${option}: set ${variable}, or pass ${option}.`);
  const { retriesMax = 3, attemptTimeoutMs = 30_000, fetch = globalThis.fetch } = options;
  if (typeof fetch !== "function")
    throw new ConfigError("There is no fetch here: use Node 18 or newer, or pass fetch.");
  // A browser's fetch refuses to be called as another object's method.
  const send: typeof fetch = (input, init) => fetch(input, init);
  return new Transport({
    url,
    credential,
    credentialName: variable,
    fetch: send,
    retriesMax,
    attemptTimeoutMs,
    random: Math.random,
  });
}

/** A browser has no environment. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
