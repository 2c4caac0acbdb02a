import type { Database } from "@/db/client";
import { createInternalDestination } from "@/lib/destinations/internal/internal-destination";
import type { Destination } from "@/lib/destinations/destination";
import type { MatrixFault } from "./fault-matrix";

/** The faults that can befall a write that stays with us, at the interface of the RESTlet's client. */
export type InternalFault = Extract<
  MatrixFault,
  "drop_before_execution" | "drop_after_commit" | "slow_commit" | "service_unavailable" | "duplicate_delivery"
>;

interface Struck {
  client: Destination;
  /** Lets what was slow arrive. */
  idle(): Promise<void>;
}

const unknown = {
  class: "unknown",
  code: "INTERNAL_FAULT",
  publicMessage: "It is not known whether this was kept.",
  details: { httpStatus: null, message: null },
} as const;

export const internalFaults: Record<InternalFault, (honest: Destination, tenantId: number) => Struck> = {
  drop_before_execution: (honest) => calm({ ...honest, write: async () => unknown }),
  drop_after_commit: (honest) =>
    calm({
      ...honest,
      write: async (request) => {
        await honest.write(request);
        return unknown;
      },
    }),
  slow_commit: (honest) => {
    const late: (() => Promise<unknown>)[] = [];
    return {
      client: {
        ...honest,
        write: async (request) => {
          late.push(() => honest.write(request));
          return unknown;
        },
      },
      idle: async () => {
        for (const arrive of late) await arrive();
      },
    };
  },
  service_unavailable: (_honest, tenantId) => calm(createInternalDestination(unreachable, tenantId)),
  duplicate_delivery: (honest) =>
    calm({
      ...honest,
      write: async (request) => {
        const [first] = await Promise.all([honest.write(request), honest.write(request)]);
        return first;
      },
    }),
};

const unreachable = {
  orm: { transaction: () => Promise.reject(new Error("connection refused")) },
} as unknown as Database;

function calm(client: Destination): Struck {
  return { client, idle: async () => {} };
}
