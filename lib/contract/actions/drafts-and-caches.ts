import { z } from "zod";
import { DRAFT_STATUSES } from "@/lib/core/email-draft";

/** Writes that stay with us instead of going to NetSuite: e-mail drafts and cache versions. */

const timestamp = z.iso.datetime();

export const draftStatusSchema = z.enum(DRAFT_STATUSES);

export const draftsQuerySchema = z.object({
  status: draftStatusSchema.optional(),
  cursor: z.coerce.number().int().min(1).optional().describe("Drafts before this id."),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type DraftsQuery = z.infer<typeof draftsQuerySchema>;

export const emailDraftSchema = z.object({
  id: z.int(),
  action_id: z.int(),
  redacted: z.boolean().describe("True: customer, addresses, subject and text are hidden and null."),
  customer: z.string().nullable(),
  to: z.string().nullable(),
  cc: z.string().nullable(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  status: draftStatusSchema,
  changed_by: z.string().nullable(),
  changed_at: timestamp.nullable(),
  created_at: timestamp,
});
export type EmailDraft = z.infer<typeof emailDraftSchema>;

export const emailDraftListSchema = z.object({
  items: z.array(emailDraftSchema),
  next_cursor: z.int().nullable(),
});
export type EmailDraftList = z.infer<typeof emailDraftListSchema>;

export const cacheVersionsQuerySchema = z.object({
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe("`next_cursor` of the page before: its last name, or a number where names are hidden."),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});

export const cacheVersionListSchema = z.object({
  redacted: z
    .boolean()
    .describe(
      "True: names are hidden and null, because they name customers and records; the newest stands first.",
    ),
  items: z.array(
    z.object({
      name: z.string().nullable(),
      version: z.int(),
      action_id: z.int(),
      invalidated_at: timestamp,
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type CacheVersionList = z.infer<typeof cacheVersionListSchema>;
