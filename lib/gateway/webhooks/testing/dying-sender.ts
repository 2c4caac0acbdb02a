import { openDatabase } from "@/db/client";
import { systemClock } from "@/lib/clock";
import { createDetachedGateway } from "@/lib/gateway/context";
import { deliverWebhooks } from "@/lib/gateway/webhooks/deliver-webhooks";
import { createSender } from "@/lib/outbound";

/** A sender in a process of its own, which kills itself when the receiver has the webhook and nothing is settled. */
export interface DyingSenderOptions {
  databaseUrl: string;
  tenantId: number;
  openAddresses: { host: string; port: number }[];
  ca: string;
}

const options = JSON.parse(process.argv[2]!) as DyingSenderOptions;
const sender = createSender({
  ownUrls: [],
  openAddresses: options.openAddresses,
  clock: systemClock,
  resolve: async () => ["127.0.0.1"],
  ca: options.ca,
});
const gateway = createDetachedGateway({
  database: openDatabase(options.databaseUrl, { poolMax: 2 }),
  // Nothing is written to NetSuite here.
  netsuite: null as never,
  sender: {
    ...sender,
    async send(request) {
      const result = await sender.send(request);
      if (result.kind === "answered") process.kill(process.pid, "SIGKILL");
      return result;
    },
  },
});
await deliverWebhooks(options.tenantId, gateway);
process.exit(0);
