import { inTenant } from "@/db/client";
import { noteProgress } from "@/db/queries/ledger/verifications";
import type { Fault } from "@/lib/core/ledger/replay/fault";
import type { VerifiedCounts } from "@/lib/core/ledger/verification";
import type { Gateway } from "@/lib/gateway/context";

/** More are counted, and neither kept nor shown. */
const faultsKeptMax = 200;

/** The figures and faults of one verification until now. */
export class Findings {
  readonly checked: VerifiedCounts = { chains: 0, events: 0, checkpoints: 0 };
  readonly faults: Fault[] = [];
  count = 0;
  /** The newest checkpoint that it covered. */
  headSeq: number | null = null;

  constructor(readonly of: { gateway: Gateway; tenantId: number; verificationId: number }) {}

  add(faults: readonly Fault[]): void {
    this.count += faults.length;
    this.faults.push(...faults.slice(0, Math.max(0, faultsKeptMax - this.faults.length)));
  }

  addChain(faults: readonly Fault[], events: number): void {
    this.checked.chains += 1;
    this.checked.events += events;
    this.add(faults);
  }

  async noteProgress(): Promise<void> {
    const { gateway, tenantId, verificationId } = this.of;
    await inTenant(gateway.database, tenantId, (tx) =>
      noteProgress(tx, tenantId, verificationId, this.checked),
    );
  }
}
