import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead, buildWrite, probeOf } from "@/lib/destinations/requests";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { RestletClientOptions } from "@/lib/destinations/netsuite/restlet-client";
import {
  type Commit,
  type FaultKind,
  type SimulatorOptions,
  startSimulator,
} from "@countersign/netsuite-simulator";

/** A simulated account with a signed-in client, for tests: everything goes over real HTTP. */
export const testCredentials = {
  account: "TSTDRV99_SB1",
  consumerKey: "consumer-key",
  consumerSecret: "consumer-secret",
  tokenId: "token-id",
  tokenSecret: "token-secret",
};

interface OpenOptions {
  simulator?: Partial<SimulatorOptions>;
  client?: Partial<RestletClientOptions>;
}

export async function openAccount({ simulator: simulatorOptions, client: clientOptions }: OpenOptions = {}) {
  const simulator = await startSimulator({
    port: 0,
    latencyMs: 0,
    credentials: testCredentials,
    ...simulatorOptions,
  });
  const client = createRestletClient({
    account: testCredentials.account,
    baseUrl: simulator.url,
    credentials: testCredentials,
    timeoutMs: 5_000,
    maxConcurrency: 8,
    clock: { now: () => new Date() },
    ...clientOptions,
  });
  const control = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${simulator.url}/_sim/${path}`, { method, body: JSON.stringify(body) });
    return { ...((await response.json()) as object), httpStatus: response.status };
  };
  const record = (type: string, id: string) => `records/${type}/${encodeURIComponent(id)}`;
  const identity = (key: string) => ({ actionKey: key, payloadHash: "hash" });
  return {
    simulator,
    client,
    control,
    write: (payload: ProposalPayload, key: string) => client.write(buildWrite(payload, identity(key))),
    probe: (payload: ProposalPayload, key: string) =>
      client.probe(probeOf(buildWrite(payload, identity(key)))),
    read: (payload: ProposalPayload) => client.read(buildRead(payload)),
    look: (type: string, id: string) => control("GET", record(type, id)),
    edit: (type: string, id: string, fields: Record<string, unknown>) =>
      control("PATCH", record(type, id), fields),
    remove: (type: string, id: string) => control("DELETE", record(type, id)),
    fault: (kind: FaultKind, more: Record<string, unknown> = {}) =>
      control("POST", "faults", { kind, ...more }),
    async commits(key: string): Promise<Commit[]> {
      const { commits } = await control("GET", `ledger?key=${encodeURIComponent(key)}`);
      return commits as Commit[];
    },
    async close() {
      client.close();
      await simulator.stop();
    },
  };
}

export type Account = Awaited<ReturnType<typeof openAccount>>;
