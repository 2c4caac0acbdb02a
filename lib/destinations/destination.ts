import { actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { ProbeRequest, ReadRequest, WriteRequest } from "@/lib/destinations/requests";
import type { ProbeOutcome, ReadOutcome, WriteVerdict } from "@/lib/core/push/verdict";
import type { DestinationName } from "@/lib/core/push/push";

/**
 * This room holds destinations, one folder for each: the systems that approved writes go to. All of them answer in
 * the same verdicts and never throw, so that leases, receipts, probes and read-backs work the same everywhere.
 */
export interface Destination {
  /** Waits for capacity and for a signature's token. Null: nothing came free in time, and nothing may be sent. */
  reserve(): Promise<Capacity | null>;
  /** Idempotent per action key: a destination writes a key at most once. Without `sending` it reserves by itself. */
  write(request: WriteRequest, sending?: Sending): Promise<WriteVerdict>;
  /** `asker` names whoever the read is for (`agent 7`): askers take turns. */
  read(request: ReadRequest, asker?: string): Promise<ReadOutcome>;
  /** Finds out the outcome of a write. It only reads. */
  probe(request: ProbeRequest): Promise<ProbeOutcome>;
}

/** One place among the requests in flight. It is taken before the lease, so that no lease waits for it. */
export interface Capacity {
  release(): void;
}

/** Passed to a write that already has its place among the requests in flight. */
export interface Sending {
  /** How long before the time that `confirm` resolves with it was asked: the lease. */
  leaseSeconds: number;
  /**
   * Asked last before each attempt leaves. Resolves with the time, in ISO 8601 UTC, after which the destination must not
   * begin the write. Null: it must not leave.
   */
  confirm(): Promise<string | null>;
}

export interface Destinations {
  netsuite: Destination;
  /** For writes into our own tables; a tenant reaches only its own rows. */
  internal: (tenantId: number) => Destination;
}

/** The destination of an action type. NetSuite is the default, also for a type that this version does not know. */
export function destinationNameOf({ action_type }: Pick<ProposalPayload, "action_type">): DestinationName {
  return actionTypeOf(action_type)?.destination ?? "netsuite";
}

/** The destination of one tenant's writes, by name. */
export function destinationFor(
  { netsuite, internal }: Destinations,
  tenantId: number,
  name: DestinationName,
): Destination {
  const open: Record<DestinationName, () => Destination> = {
    netsuite: () => netsuite,
    internal: () => internal(tenantId),
  };
  return open[name]();
}
