import { z } from "zod";
import { reasonSchema } from "@/lib/contract/actions/decision";
import { editSchema, endResultSchema, versionResultSchema } from "@/lib/contract/actions/amend";
import { expectedReproposalSchema, reproposalSchema } from "@/lib/contract/actions/live-view";
import { COMMENT_LENGTH_MAX } from "@/lib/core/limits";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { extendAction } from "@/lib/gateway/amend/extend-action";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { previewEdit } from "@/lib/gateway/amend/preview-edit";
import { previewUndo } from "@/lib/gateway/amend/preview-undo";
import { previewReproposal } from "@/lib/gateway/amend/preview-version";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { takeBackDecision } from "@/lib/gateway/amend/take-back-decision";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { withdrawAction } from "@/lib/gateway/amend/withdraw-action";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Changing a proposal other than by deciding it: edit, propose again, undo, withdraw, cancel, extend. */

const reproposalRefusals = [
  "no_netsuite_account",
  "policy_denied",
  "not_reproposable",
  "successor_exists",
  "may_be_written",
  "record_missing",
  "record_refused",
] as const;
const reason = z.string().trim().max(COMMENT_LENGTH_MAX);
const newVersion = created(versionResultSchema, "The new version, to be decided like any other");

export const amend = {
  editAction: defineOperation("POST /api/proposed-actions/{id}/edit", {
    summary: "Replace a proposal with one that writes other values",
    role: "approver",
    body: editSchema,
    example: { payload_hash: "0".repeat(64), changes: [{ field: "note", to: "Other words" }] },
    answers: newVersion,
    refusals: [
      "policy_denied",
      "already_decided",
      "may_be_written",
      "expired",
      "changed",
      "not_editable",
      "no_netsuite_account",
      "record_missing",
      "record_refused",
    ],
    verb: (person, { id, ...edit }) => editAction(person, id, edit),
  }),
  previewEdit: defineOperation("POST /api/proposed-actions/{id}/edit-preview", {
    summary:
      "What an edit would propose from the record as it is now, and who could decide it; nothing is stored",
    role: "approver",
    body: editSchema.omit({ reason: true }),
    example: { payload_hash: "0".repeat(64), changes: [{ field: "note", to: "Other words" }] },
    answers: ok(reproposalSchema),
    refusals: [
      "policy_denied",
      "already_decided",
      "may_be_written",
      "expired",
      "changed",
      "not_editable",
      "no_netsuite_account",
      "record_missing",
      "record_refused",
      "rate_limited",
    ],
    verb: (person, { id, ...edit }) => previewEdit(person, id, edit),
  }),
  reproposeAction: defineOperation("POST /api/proposed-actions/{id}/repropose", {
    summary:
      "Propose what went stale, expired or was cancelled, or what waits while its record has changed, from the live values",
    role: "approver",
    body: z.strictObject({
      expected: expectedReproposalSchema
        .optional()
        .describe("What was shown; another reproposal is refused with 412 `changed`."),
    }),
    answers: newVersion,
    refusals: [
      ...reproposalRefusals,
      "nothing_to_do",
      "already_decided",
      "undo_exists",
      "expired",
      "changed",
    ],
    verb: (person, { id, expected }) => reproposeAction(person, id, expected ?? null),
  }),
  previewReproposal: defineOperation("GET /api/proposed-actions/{id}/reproposal", {
    summary: "What proposing it again would say from the record as it is now; nothing is stored",
    role: "approver",
    answers: ok(reproposalSchema),
    refusals: reproposalRefusals,
    verb: (person, { id }) => previewReproposal(person, id),
  }),
  undoAction: defineOperation("POST /api/proposed-actions/{id}/undo", {
    summary: "Propose the change that takes an applied one back",
    role: "approver",
    body: z.strictObject({ reason: reason.optional() }),
    answers: newVersion,
    refusals: [
      "policy_denied",
      "not_undoable",
      "no_netsuite_account",
      "undo_exists",
      "from_mismatch",
      "record_missing",
      "record_refused",
    ],
    verb: (person, input) => undoAction(person, input.id, input.reason ?? null),
  }),
  previewUndo: defineOperation("GET /api/proposed-actions/{id}/undo-preview", {
    summary: "What an undo would write, from the record as it is now; nothing is stored",
    role: "approver",
    answers: ok(reproposalSchema),
    refusals: [
      "policy_denied",
      "not_undoable",
      "no_netsuite_account",
      "undo_exists",
      "from_mismatch",
      "record_missing",
      "record_refused",
      "rate_limited",
    ],
    verb: (person, { id }) => previewUndo(person, id),
  }),
  takeBackDecision: defineOperation("POST /api/proposed-actions/{id}/take-back", {
    summary:
      "Take back one's own decision within its grace; the identical proposal waits again. Only decisions on a page at L2 and L3 have one (`take_back_until`); a personal token may ask too",
    role: "approver",
    answers: newVersion,
    refusals: ["policy_denied", "grace_over", "successor_exists", "may_be_written", "undo_exists", "changed"],
    verb: (person, { id }) => takeBackDecision(person, id),
  }),
  withdrawAction: defineOperation("POST /api/proposed-actions/{id}/withdraw", {
    summary: "Withdraw a proposal that you wrote, or that was made for you",
    body: z.strictObject({ reason: reason.optional() }),
    answers: ok(endResultSchema),
    refusals: ["not_withdrawable"],
    verb: (person, input) => withdrawAction(person, input.id, input.reason ?? null),
  }),
  extendAction: defineOperation("POST /api/proposed-actions/{id}/extend", {
    summary:
      "Give a pending proposal the time again that it was given first, its tier's default at most, once",
    role: "approver",
    body: z.strictObject({ reason: reasonSchema(COMMENT_LENGTH_MAX).describe("Kept in the ledger.") }),
    example: { reason: "Dana is back on Monday and knows the customer" },
    answers: ok(z.object({ id: z.int(), expires_at: z.iso.datetime(), extended_by: z.string() })),
    refusals: ["policy_denied", "already_decided", "already_exists", "nothing_to_do", "expired"],
    verb: (person, { id, reason: why }) => extendAction(person, id, why),
  }),
  cancelAction: defineOperation("POST /api/proposed-actions/{id}/cancel", {
    summary: "Take back an approval before anything is sent",
    role: "approver",
    body: z.strictObject({ comment: reasonSchema(COMMENT_LENGTH_MAX) }),
    example: { comment: "The customer paid after all" },
    answers: ok(endResultSchema),
    refusals: ["policy_denied", "not_cancellable", "already_decided", "may_be_written", "expired"],
    verb: (person, { id, comment }) => cancelAction(person, id, comment),
  }),
};
