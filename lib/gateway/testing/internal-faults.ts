import type { Database } from "@/db/client";
import { createInternalDestination } from "@/lib/destinations/internal/internal-destination";
import type { Destination } from "@/lib/destinations/destination";
import type { MatrixFault } from "./faults/fault-matrix";
import type { World } from "./world";

/** The faults that can befall an internal write, at the interface of the RESTlet's client. */
export type InternalFault = Extract<
  MatrixFault,
  "drop_before_execution" | "drop_after_commit" | "slow_commit" | "service_unavailable" | "duplicate_delivery"
>;

interface FaultyDestination {
  client: Destination;
  /** Lets slow writes arrive. */
  idle(): Promise<void>;
}

const unknown = {
  class: "unknown",
  code: "INTERNAL_FAULT",
  publicMessage: "It is not known whether this was kept.",
  details: { httpStatus: null, message: null },
} as const;

export const internalFaults: Record<
  InternalFault,
  (honest: Destination, tenantId: number) => FaultyDestination
> = {
  drop_before_execution: (honest) => calm({ ...honest, write: async () => unknown }),
  drop_after_commit: (honest) =>
    calm({
      ...honest,
      write: async (...request) => {
        await honest.write(...request);
        return unknown;
      },
    }),
  slow_commit: (honest) => {
    const slowWrites: (() => Promise<unknown>)[] = [];
    return {
      client: {
        ...honest,
        write: async (...request) => {
          slowWrites.push(() => honest.write(...request));
          return unknown;
        },
      },
      idle: async () => {
        for (const write of slowWrites) await write();
      },
    };
  },
  service_unavailable: (_honest, tenantId) => calm(createInternalDestination(unreachable, tenantId)),
  duplicate_delivery: (honest) =>
    calm({
      ...honest,
      write: async (...request) => {
        const [first] = await Promise.all([honest.write(...request), honest.write(...request)]);
        return first;
      },
    }),
};

const unreachable = {
  orm: { transaction: () => Promise.reject(new Error("connection refused")) },
  prepared: { transaction: () => Promise.reject(new Error("connection refused")) },
} as unknown as Database;

function calm(client: Destination): FaultyDestination {
  return { client, idle: async () => {} };
}

/** The number of rows that an action wrote into our own tables. */
export async function internalWritesOf({ owner }: World, actionId: number): Promise<number> {
  const [row] = await owner<{ n: number }[]>`
    SELECT (SELECT count(*) FROM email_drafts WHERE action_id = ${actionId})::int
         + (SELECT count(*) FROM cache_versions WHERE action_id = ${actionId})::int AS n`;
  return row!.n;
}
