import { systemClock } from "@/lib/clock";
import type { WriteRequest } from "@/lib/destinations/requests";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { Installation } from "@/scripts/smoke/own-installation";
import { distributor } from "@countersign/netsuite-simulator/company";

/** Writes note `index`. @throws Error where it was not written. */
export type BareWriter = (index: number) => Promise<void>;

/** The same kind of write, signed and sent to the same simulator by nothing but our client. */
export function openBareWriter(installation: Installation): { write: BareWriter; close: () => void } {
  const { account, ...credentials } = installation.netsuite;
  const client = createRestletClient({
    account,
    baseUrl: installation.simulatorUrl,
    credentials,
    timeoutMs: 10_000,
    maxConcurrency: 1,
    clock: systemClock,
  });
  return {
    write: async (index) => {
      const verdict = await client.write(noteFor(index));
      if (verdict.class !== "applied") throw new Error(`a bare write ended ${verdict.class} ${verdict.code}`);
    },
    close: () => client.close(),
  };
}

function noteFor(index: number): WriteRequest {
  return {
    v: 1,
    op: "write",
    action_key: `bench-${process.pid}-${index}`,
    action_type: "ar_note",
    payload_hash: index.toString(16).padStart(64, "0"),
    target: { customer: distributor.customers[0]!.name, title: "Bench" },
    changes: [{ field: "note", to: `Bare write ${index}` }],
  };
}
