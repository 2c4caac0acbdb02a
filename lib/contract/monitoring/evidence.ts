import { z } from "zod";
import { BUNDLE_SUBJECTS } from "@/lib/core/ledger/bundle/statement";

/** Evidence bundles of runs and actions, and the export of a period. */

const timestamp = z.iso.datetime();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const evidenceStateSchema = z.object({
  kind: z.enum(BUNDLE_SUBJECTS),
  id: z.int(),
  state: z
    .enum(["open", "waiting", "sealed", "unsigned", "refused"])
    .describe(
      "`open`: it has not ended. `waiting`: for the next checkpoint. `unsigned`: it has ended, and there is no key to sign with. `refused`: it is not sealed, because Countersign did not write all of it.",
    ),
  available_at: timestamp.nullable().describe("When the next checkpoint is due, while it waits."),
  faults: z
    .array(z.string())
    .describe("Of a refused one: what Countersign did not write, the first 20. Empty otherwise."),
  sealed: z
    .object({
      sealed_at: timestamp,
      sha256: sha256.describe("Of the file."),
      size_bytes: z.int(),
      key_id: z.string(),
      key_fingerprint: sha256.nullable().describe("Null: this installation no longer knows the key."),
      checkpoint_seq: z.int().describe("The newest checkpoint when it was sealed."),
    })
    .nullable(),
});
export type EvidenceState = z.infer<typeof evidenceStateSchema>;

const day = z.iso.date();
export const evidencePeriodSchema = z.object({
  from: day.optional().describe("Required: the first day, in the company's time zone."),
  to: day.optional().describe("Required: the last day, inclusive."),
});
export type EvidencePeriod = z.output<typeof evidencePeriodSchema>;
