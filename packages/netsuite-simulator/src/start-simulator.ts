import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createAccountSettings } from "./account/account-settings";
import { createCertificateControl } from "./control/certificate-control";
import { createControlEndpoint } from "./control/control-endpoint";
import { savedSearches } from "./data/saved-searches";
import { seedRecords } from "./data/seed";
import { createFaultRegistry } from "./faults/registry";
import { type Answer, errorAnswer } from "./http/answers";
import { createAccessTokens } from "./http/access-tokens";
import { type MappedCertificate, createCertificates } from "./http/certificates";
import { type SimulatorCredentials, createOAuthCheck } from "./http/oauth-check";
import { RESTLET_PATHNAME, createRestletEndpoint } from "./http/restlet-endpoint";
import { TOKEN_PATHNAME, createTokenEndpoint } from "./http/token-endpoint";
import type { ScriptLogLine } from "./modules/log";
import { createRestletHost } from "./restlet-host";
import { openSdfProject } from "./sdf-project";
import { createSavedSearches } from "./search/saved-search";
import { fileJournal, memoryJournal } from "./store/journal";
import { RecordStore } from "./store/record-store";

export interface SimulatorOptions {
  /** 0 takes any free port. */
  port: number;
  /** Where the records outlive a restart; absent: in memory. */
  dataDir?: string;
  /** The SuiteCloud project whose RESTlet the account runs; default: the one this repository ships. */
  sdfDir?: string;
  latencyMs?: number;
  credentials: SimulatorCredentials;
  /** The integration's client id and the certificates mapped to it; more can be mapped by the control address. */
  oauth2?: { clientId: string; certificates: readonly MappedCertificate[] };
  /** Calls in flight before NetSuite refuses one; 5 for the smallest service tier. */
  maxConcurrency?: number;
  now?: () => Date;
  /** Replaces real waiting, so that tests can hold a request at a known point. */
  wait?: (ms: number) => Promise<void>;
  log?: (line: ScriptLogLine) => void;
}

export interface Simulator {
  url: string;
  restletUrl: string;
  /** Resolves when no call is in flight any more, also none whose caller has gone. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULT_LATENCY_MS = 50;
const DEFAULT_CONCURRENCY = 15;
/** Longer than clients keep idle connections, so that it is never we who close one they are about to use. */
const KEEP_ALIVE_MS = 30_000;
/** How long a stop waits for calls in flight; a call held by a fault must not hold the process. */
const SHUTDOWN_GRACE_MS = 2_000;
const LOOPBACK = "127.0.0.1";

/** Starts a NetSuite account on this machine, reachable from it alone. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const sdf = openSdfProject(options.sdfDir);
  const settings = createAccountSettings(sdf);
  const machineNow = options.now ?? (() => new Date());
  const now = () => new Date(machineNow().getTime() + settings.clockOffsetMs());
  const wait = options.wait ?? waitRealTime;
  const journal = options.dataDir === undefined ? memoryJournal() : fileJournal(options.dataDir);
  const store = new RecordStore({ journal, now, seed: () => seedRecords(now()) });
  const searches = createSavedSearches(savedSearches);
  const faults = createFaultRegistry();
  const certificates = createCertificates(options.oauth2?.certificates ?? []);
  const tokens = createAccessTokens(now);
  const certificateControl = createCertificateControl(certificates, tokens);
  const control = createControlEndpoint({
    store,
    searches,
    settings,
    faults,
    certificates: certificateControl,
  });
  const shared = {
    account: options.credentials.account,
    tokens,
    faults,
    wait,
    latencyMs: options.latencyMs ?? DEFAULT_LATENCY_MS,
  };
  const tokenEndpoint = createTokenEndpoint({
    ...shared,
    clientId: options.oauth2?.clientId ?? options.credentials.consumerKey,
    certificates,
    now,
  });
  const restlet = createRestletEndpoint({
    ...shared,
    oauth: createOAuthCheck(options.credentials, now),
    host: createRestletHost({ script: sdf.script, now, log: options.log ?? (() => {}) }),
    store,
    searches,
    settings,
    maxConcurrency: options.maxConcurrency ?? DEFAULT_CONCURRENCY,
  });

  const pending = new Set<Promise<void>>();
  const answer = async (request: http.IncomingMessage): Promise<Answer | "drop"> => {
    const url = new URL(request.url ?? "/", `http://${LOOPBACK}`);
    if (url.pathname.startsWith("/_sim/")) return control(request, url);
    if (url.pathname === RESTLET_PATHNAME) return restlet(request, url);
    if (url.pathname === TOKEN_PATHNAME) return tokenEndpoint(request);
    return errorAnswer(404, "NOT_FOUND", "There is nothing here.");
  };
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const done = answer(request)
      .catch((error: unknown) => errorAnswer(500, "UNEXPECTED_ERROR", String(error)))
      .then((result) => send(response, result, now()))
      .finally(() => pending.delete(done));
    pending.add(done);
  });
  await once(server.listen(options.port, LOOPBACK), "listening");
  const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  const idle = async () => {
    while (pending.size > 0) await Promise.all(pending);
  };
  return {
    url,
    restletUrl: `${url}${RESTLET_PATHNAME}?script=customscript_gfs_platform_query&deploy=customdeploy_gfs_platform_query`,
    idle,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([idle(), waitRealTime(SHUTDOWN_GRACE_MS)]);
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}

/** The Date header is the account's own clock. */
function send(response: http.ServerResponse, answer: Answer | "drop", date: Date): void {
  if (answer === "drop") {
    response.socket?.destroy();
    return;
  }
  response.writeHead(answer.status, {
    date: date.toUTCString(),
    ...answer.headers,
    "content-length": Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
}

function waitRealTime(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
