import net from "node:net";
import tls from "node:tls";
import type { Endpoint } from "./check-url";
import { isSameAddress } from "./public-address";
import { type Resolve, allowedAddresses } from "./resolve";

/** From a name to a connection. Nothing of the request has left by then, so every failure here is certain. */

export type AddressRule = "address_not_public" | "address_changed";
export type Stage = "resolve" | "connect" | "tls";

export type Connection =
  | { ok: true; socket: net.Socket }
  | { ok: false; rule: AddressRule }
  | { ok: false; stage: Stage; code: string };

/** Begins to connect to the first of the addresses that accepts. */
export type Dial = (addresses: readonly string[], endpoint: Endpoint) => net.Socket;

export interface ConnectOptions {
  resolve: Resolve;
  dial: Dial;
  /** Certificates to trust in place of the machine's; tests alone set it. */
  ca?: string;
  /** Aborted at the end of the attempt, with a code as its reason. */
  ends: AbortSignal;
}

/** How long one address may take before the next is tried beside it. The last one may take the rest of the attempt. */
const NEXT_ADDRESS_MS = 1_000;

/** Connects to these addresses and to no others: node:net gets them in place of a resolver. */
export const dialByNet: Dial = (addresses, { host, port }) =>
  net.connect({
    host,
    port,
    lookup: (_host, _options, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: net.isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
  });

export async function connect(endpoint: Endpoint, options: ConnectOptions): Promise<Connection> {
  const resolved = await resolveEndpoint(endpoint, options);
  if (!resolved.ok) return resolved;
  const socket = options.dial(resolved.addresses, endpoint);
  const code = await failureBefore("connect", socket, options.ends);
  if (code !== null) return { ok: false, stage: "connect", code };
  // The address that was checked is the address that was dialled; this holds it even if a dialler resolved again.
  if (!resolved.addresses.some((address) => isSameAddress(address, socket.remoteAddress ?? ""))) {
    socket.destroy();
    return { ok: false, rule: "address_changed" };
  }
  return endpoint.secure ? secure(socket, endpoint, options) : { ok: true, socket };
}

type Resolved =
  | { ok: true; addresses: string[] }
  | { ok: false; rule: AddressRule }
  | { ok: false; stage: Stage; code: string };

async function resolveEndpoint(endpoint: Endpoint, { resolve, ends }: ConnectOptions): Promise<Resolved> {
  if (ends.aborted) return { ok: false, stage: "resolve", code: String(ends.reason) };
  if (net.isIP(endpoint.host) !== 0) return { ok: true, addresses: [endpoint.host] };
  const found = await Promise.race([resolve(endpoint, ends).catch(codeOf), endOf(ends)]);
  if (typeof found === "string") return { ok: false, stage: "resolve", code: found };
  if (found.length === 0) return { ok: false, stage: "resolve", code: "ENODATA" };
  const addresses = allowedAddresses(endpoint, found);
  return addresses ? { ok: true, addresses } : { ok: false, rule: "address_not_public" };
}

async function secure(
  socket: net.Socket,
  { host }: Endpoint,
  { ca, ends }: ConnectOptions,
): Promise<Connection> {
  const secured = tls.connect({
    socket,
    host,
    servername: net.isIP(host) === 0 ? host : "",
    ca,
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    // Set, because NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
    rejectUnauthorized: true,
  });
  const code = await failureBefore("secureConnect", secured, ends);
  if (code === null) return { ok: true, socket: secured };
  socket.destroy();
  return { ok: false, stage: "tls", code };
}

/** Null once the event has come. Otherwise the code of the failure, and the socket is closed. */
async function failureBefore(
  event: "connect" | "secureConnect",
  socket: net.Socket,
  ends: AbortSignal,
): Promise<string | null> {
  const code = await new Promise<string | null>((resolve) => {
    socket.once(event, () => resolve(null));
    // It stays: a socket whose late error nobody hears would end the process.
    socket.on("error", (error) => resolve(codeOf(error)));
    socket.once("close", () => resolve("CLOSED"));
    void endOf(ends).then(resolve);
  });
  if (code !== null) socket.destroy();
  return code;
}

function endOf(ends: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = () => resolve(String(ends.reason));
    if (ends.aborted) end();
    else ends.addEventListener("abort", end, { once: true });
  });
}

/** A code that may stand in a log: an error's message can hold an address or a certificate's content. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code !== "" ? code : "UNNAMED";
}
