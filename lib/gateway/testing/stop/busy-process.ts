import { openDatabase } from "@/db/client";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createDetachedGateway } from "@/lib/gateway/context";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { findFirstPush } from "./first-push";

/**
 * A process of its own that proposes, approves and sends without a pause, for several tenants: a test freezes it wherever it
 * happens to be. It writes a line for each action that it applied, and goes on after every fault.
 */
export interface BusyOptions {
  databaseUrl: string;
  simulatorUrl: string;
  account: string;
  credentials: { consumerKey: string; consumerSecret: string; tokenId: string; tokenSecret: string };
  /** One loop for each customer, whose notes are written one after the other. */
  tenants: { tenantId: number; approver: Person; agent: AgentPrincipal; customers: string[] }[];
}
type Tenant = BusyOptions["tenants"][number];

const options = JSON.parse(process.argv[2]!) as BusyOptions;
const database = openDatabase(options.databaseUrl, { poolMax: 10 });
const gateway = createDetachedGateway({
  database,
  netsuite: createRestletClient({
    account: options.account,
    baseUrl: options.simulatorUrl,
    credentials: options.credentials,
    timeoutMs: 5_000,
    maxConcurrency: 4,
    clock: { now: () => new Date() },
  }),
});

let count = 0;
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
/** A switch or an earlier push may stand in its way for a while. */
const triesMax = 100;

async function workOnce({ tenantId, approver, agent }: Tenant, customer: string): Promise<void> {
  count += 1;
  const input = proposalSchema.parse({
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: customer,
    changes: [{ field: "note", to: `Busy ${process.pid}-${count}` }],
  });
  const request = { input, idempotencyKey: null, correlationId: `busy-${count}`, traceId: null };
  const { proposal } = await proposeAction(agent, request, gateway);
  const command = {
    actionId: proposal.id,
    payloadHash: proposal.payload_hash,
    decision: "approve",
    comment: null,
    confirmed: true,
    editToken: null,
    channel: "api",
  } as const;
  await decideAction(approver, command, gateway);
  const pushId = await findFirstPush(database, tenantId, proposal.id);
  for (let tried = 0; tried < triesMax; tried += 1) {
    const { lines } = await pushAction(tenantId, pushId, gateway);
    if (lines.applied > 0) {
      process.stdout.write("applied\n");
      return;
    }
    await pause();
  }
}

async function workOn(tenant: Tenant, customer: string): Promise<never> {
  for (;;) {
    await workOnce(tenant, customer).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : "?"}\n`);
      // A halted or cut one leaves the others their turn.
      return pause();
    });
  }
}

for (const tenant of options.tenants) for (const customer of tenant.customers) void workOn(tenant, customer);
process.stdout.write("ready\n");
