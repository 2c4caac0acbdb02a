import { z } from "zod";
import { PROPOSAL_LIMITS } from "@/lib/contract/actions/proposal";

/** The input of a `netsuite.propose` step, under `with`. */

const value = z.union([z.string().max(4_000), z.number()]);

export const proposeInputSchema = z.strictObject({
  action_type: z.string(),
  entity_type: z.string().optional(),
  entity_ref: z.union([z.string().min(1).max(200), z.int()]),
  changes: z
    .array(z.strictObject({ field: z.string(), to: value, from: value.optional() }))
    .min(1)
    .max(PROPOSAL_LIMITS.changesMax),
  context: z.record(z.string(), value).optional(),
  reason: z.string().max(4_000).optional(),
});
export type ProposeInput = z.infer<typeof proposeInputSchema>;
