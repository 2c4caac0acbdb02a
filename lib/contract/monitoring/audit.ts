import { z } from "zod";
import { VERIFY_MODES } from "@/lib/core/ledger/verification";
import { idSchema } from "@/lib/contract/actions/decision";

/** The proof of the ledger: verifications, checkpoints, events. */

const timestamp = z.iso.datetime();

export const verifyModeSchema = z
  .enum(VERIFY_MODES)
  .describe(
    "`full`: every row. `since_checkpoint`: all that changed since the last verification that found everything intact.",
  );

export const exportedCheckpointSchema = z.object({
  body: z.string().max(200_000).describe("The signed bytes, canonical JSON."),
  hash: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hex digits"),
  signature: z.string().max(200).describe("Ed25519 over the bytes of `body`, base64."),
});
export type ExportedCheckpoint = z.infer<typeof exportedCheckpointSchema>;

export const verifyQuerySchema = z.object({ mode: verifyModeSchema.default("full") });
export const verifyBodySchema = z.object({
  mode: verifyModeSchema.default("full"),
  head: exportedCheckpointSchema
    .optional()
    .describe("A checkpoint exported earlier. The ledger must still lead to it."),
});

const checked = z.object({ chains: z.int(), events: z.int(), checkpoints: z.int() });
const fault = z.object({
  kind: z.string().describe("Stable, snake_case."),
  entity_type: z.string(),
  entity_id: z.int(),
  seq: z.int().describe("The event at fault in its chain; 0: none in particular."),
  text: z.string().describe("The difference in a sentence."),
});
export type AuditFault = z.infer<typeof fault>;

export const auditVerifySchema = z.object({
  intact: z.boolean(),
  mode: verifyModeSchema,
  chains: z.int(),
  events: z.int(),
  checked,
  faults: z.array(fault).describe("The first 200."),
  fault_count: z.int(),
  head: exportedCheckpointSchema.nullable().describe("The newest checkpoint; null: there is none yet."),
  verified_at: timestamp,
});
export type AuditVerification = z.infer<typeof auditVerifySchema>;

export const checkpointSchema = exportedCheckpointSchema.extend({
  seq: z.int(),
  events: z.int().describe("How many events it covers."),
  unsealed: z
    .int()
    .nullable()
    .describe(
      "How many of them lack the app's seal. Null: they are older than the seals, and nobody vouches for them.",
    ),
  key_id: z.string(),
  sealed_at: timestamp,
});
export type AuditCheckpoint = z.infer<typeof checkpointSchema>;

export const checkpointsQuerySchema = z.object({
  cursor: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe("Checkpoints before this number."),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type CheckpointsQuery = z.output<typeof checkpointsQuerySchema>;
export const checkpointListSchema = z.object({
  items: z.array(checkpointSchema),
  next_cursor: z.int().nullable(),
});
export type CheckpointList = z.infer<typeof checkpointListSchema>;

const verification = z.object({
  id: idSchema,
  mode: verifyModeSchema,
  state: z
    .enum(["running", "broken_off", "intact", "faulty", "unproven"])
    .describe(
      "`unproven`: the kept result lacks the app's seal, so that it was written or changed past the app; what it says is left out.",
    ),
  started_by: z.string(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  checked: checked.partial(),
  faults: z.array(fault),
  fault_count: z.int(),
  head_seq: z.int().nullable().describe("The newest checkpoint that it covered."),
});
export type VerificationView = z.infer<typeof verification>;

export const auditStateSchema = z.object({
  verifications: z.array(verification).describe("The last ten, newest first."),
  sealing: z.object({
    waiting: z.int().describe("Events that no checkpoint covers yet."),
    late: z.boolean().describe("They have waited for more than 15 minutes: checkpoints are missed."),
    signs: z.boolean().describe("False: no signing key is set, so nothing is sealed."),
  }),
  head: checkpointSchema.nullable(),
});
export type AuditState = z.infer<typeof auditStateSchema>;

const day = z.iso.date();
export const eventsQuerySchema = z.object({
  type: z.string().max(64).optional().describe("As it is, or the beginning of types, such as `hitl.`"),
  subject: z.string().max(64).optional().describe("`proposed_action`, `kill_switch`, `person` and so on."),
  subject_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  actor: z.string().max(200).optional().describe("The name, whole."),
  from: day.optional().describe("The first day, UTC."),
  to: day.optional().describe("The last day, UTC."),
  cursor: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("Events before this id."),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type EventsQuery = z.output<typeof eventsQuerySchema>;
export const eventListSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      at: timestamp,
      type: z.string(),
      entity_type: z.string(),
      entity_id: z.int(),
      seq: z.int(),
      actor_kind: z.string(),
      actor: z.string(),
      hash: z.string(),
      body: z.string().describe("The hashed bytes."),
    }),
  ),
  next_cursor: z.int().nullable(),
});
export type EventList = z.infer<typeof eventListSchema>;
