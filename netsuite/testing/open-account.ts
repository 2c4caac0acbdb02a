import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead, buildWrite, probeOf } from "@/lib/destinations/requests";
import { type RestletClientOptions, createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { SimulatorOptions } from "@countersign/netsuite-simulator";
import { openAccount as openSimulated, testCredentials } from "@countersign/netsuite-simulator/testing";

export { testCredentials };

interface OpenOptions {
  simulator?: Partial<SimulatorOptions>;
  client?: Partial<RestletClientOptions>;
}

/** A simulated account with a signed-in client, for tests: everything goes over real HTTP. */
export async function openAccount({ simulator: simulatorOptions, client: clientOptions }: OpenOptions = {}) {
  const account = await openSimulated(simulatorOptions);
  const client = createRestletClient({
    account: testCredentials.account,
    baseUrl: account.simulator.url,
    credentials: testCredentials,
    timeoutMs: 5_000,
    maxConcurrency: 8,
    clock: { now: () => new Date() },
    ...clientOptions,
  });
  const identity = (key: string) => ({ actionKey: key, payloadHash: "hash" });
  return {
    ...account,
    client,
    write: (payload: ProposalPayload, key: string) => client.write(buildWrite(payload, identity(key))),
    /** As a sender does that was held up on the way: the write may not begin after this time. */
    writeBy: (payload: ProposalPayload, key: string, notAfter: Date, leaseSeconds = 86_400) =>
      client.write(buildWrite(payload, identity(key)), {
        confirm: async () => notAfter.toISOString(),
        leaseSeconds,
      }),
    probe: (payload: ProposalPayload, key: string) =>
      client.probe(probeOf(buildWrite(payload, identity(key)))),
    read: (payload: ProposalPayload) => client.read(buildRead(payload)),
    async close() {
      client.close();
      await account.close();
    },
  };
}

export type Account = Awaited<ReturnType<typeof openAccount>>;
