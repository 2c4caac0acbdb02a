import {
  cacheVersionListSchema,
  cacheVersionsQuerySchema,
  draftStatusSchema,
  draftsQuerySchema,
  emailDraftListSchema,
  emailDraftSchema,
} from "@/lib/contract/actions/drafts-and-caches";
import { z } from "zod";
import { markEmailDraft, readEmailDrafts } from "@/lib/gateway/deliver/email-drafts";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Writes that stay with us instead of going to NetSuite: drafts of e-mails, versions of caches. */

export const drafts = {
  readEmailDrafts: defineOperation("GET /api/email-drafts", {
    summary: "List drafts of e-mails; nothing here is ever sent",
    query: draftsQuerySchema,
    answers: ok(emailDraftListSchema),
    verb: (person, query) => readEmailDrafts(person, query),
  }),
  markEmailDraft: defineOperation("POST /api/email-drafts/{id}", {
    summary: "Mark a draft as used or discarded, or open again",
    role: "approver",
    body: z.strictObject({ status: draftStatusSchema }),
    example: { status: "used" },
    answers: ok(emailDraftSchema),
    verb: (person, { id, status }) => markEmailDraft(person, { id, status }),
  }),
  readCacheVersions: defineOperation("GET /api/cache-versions", {
    summary: "List the current version of each cache",
    query: cacheVersionsQuerySchema,
    answers: ok(cacheVersionListSchema),
    verb: (person, query) => readCacheVersions(person, query),
  }),
};
