import { z } from "zod";

/** How much a company's agents may propose and have waiting. */

const limit = (max: number, words: string) => z.int().min(1).max(max).describe(words);
const fields = {
  pending_max: limit(100_000, "So many proposals wait for a decision at once."),
  high_max: limit(100_000, "So many of them at L4 and L5."),
  agent_high_max: limit(
    100_000,
    "So many at L4 and L5 of one agent; each agent has its own limit of all tiers.",
  ),
  record_max: limit(10_000, "So many wait for one record."),
  record_high_max: limit(10_000, "So many of them at L4 and L5."),
};

export const changeProposalLimitsSchema = z
  .strictObject({
    per_minute_max: limit(100_000, "Proposals of all agents in a minute.")
      .nullable()
      .optional()
      .describe("Proposals of all agents in a minute; null: as many as the installation allows."),
    pending_max: fields.pending_max.optional(),
    high_max: fields.high_max.optional(),
    agent_high_max: fields.agent_high_max.optional(),
    record_max: fields.record_max.optional(),
    record_high_max: fields.record_high_max.optional(),
    reason: z.string().trim().min(1, "must say why").max(500),
  })
  .refine(
    (change) => Object.entries(change).some(([name, value]) => name !== "reason" && value !== undefined),
    "must change a limit",
  );
export type ProposalLimitsChange = z.output<typeof changeProposalLimitsSchema>;

export const proposalLimitsSchema = z.object({
  per_minute_max: z.int().nullable().describe("Null: as many as the installation allows."),
  per_minute_ceiling: z.int().describe("Of the installation; no company may have more."),
  ...fields,
  reason: z.string().nullable(),
  changed_by: z.string().nullable().describe("Null: the limits are those as shipped."),
  changed_at: z.iso.datetime().nullable(),
});
export type ProposalLimitsView = z.infer<typeof proposalLimitsSchema>;
