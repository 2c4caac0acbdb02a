import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seals on steps of runs: on what a step was given when it was added, and on what it gave.
 * A later step proposes what an earlier one says: what whoever holds the database writes there must move nothing
 * (docs/adr/0107). The texts of both, and of receipts, differ in `kind`, so that none passes for another.
 */
interface OfStep {
  tenantId: number;
  runId: number;
  /** As the text names it. */
  stepId: string;
  isOnError: boolean;
  item: number | null;
}

export interface StepOutput extends OfStep {
  /** False: the step waits, and this is what it waits for. */
  isDone: boolean;
  skipped: boolean;
  /** Null: there is no output. */
  outputHash: string | null;
}

export const sealOutput = (output: StepOutput): string => keyedHash("run", textOfOutput(output));

export const isGenuineOutput = (output: StepOutput, seal: string | null): boolean =>
  matchesKeyedHash("run", textOfOutput(output), seal);

const textOfOutput = ({ isDone, skipped, outputHash, ...step }: StepOutput): string =>
  canonicalText({ kind: "output", ...nameOf(step), isDone, skipped, outputHash });

export interface GivenToStep extends OfStep {
  /** For an item: the hash of its value. */
  valueHash: string | null;
  /** For a step of on_error: the error that it follows. */
  error: { step: string; message: string } | null;
}

export const sealGiven = (given: GivenToStep): string => keyedHash("run", textOfGiven(given));

export const isGenuinelyGiven = (given: GivenToStep, seal: string | null): boolean =>
  matchesKeyedHash("run", textOfGiven(given), seal);

const textOfGiven = ({ valueHash, error, ...step }: GivenToStep): string =>
  canonicalText({ kind: "given", ...nameOf(step), valueHash, error });

const nameOf = ({ tenantId, runId, stepId, isOnError, item }: OfStep): OfStep => ({
  tenantId,
  runId,
  stepId,
  isOnError,
  item,
});
