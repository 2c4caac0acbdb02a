import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { withGateway } from "./gateway";

/** Takes a checkpoint and seals the evidence that it covers, as the installation does every five minutes. */
export const sealNow = (): Promise<void> =>
  withGateway(async (gateway) => {
    await sealLedger(gateway);
    await sealEvidence(gateway);
  });
