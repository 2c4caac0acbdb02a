import type { ProposalPayload } from "@/lib/core/field-map";
import { type ActionTypeDefinition, changeOf } from "./definition";

/** What is written to tables of our own: drafts that people send themselves, and cache versions that readers compare. */

const ours: Pick<ActionTypeDefinition, "weigh" | "undo"> = {
  weigh: (payload) => ({
    movementPercent: null,
    impactCents: 0,
    basis: null,
    customerRef: payload.entity_type === "customer" ? payload.entity_ref : null,
    sku: null,
    complete: true,
  }),
  undo: () => null,
};

export const emailDraft: ActionTypeDefinition = {
  ...ours,
  type: "email_draft",
  entityTypes: ["customer"],
  title: "E-mail draft",
  fieldLabels: { body: "text", subject: "subject", to: "to", cc: "copy to" },
  subject: (payload) => payload.entity_ref,
  details: (payload) => [`to ${textOf(payload, "to")}`],
  sentence: (payload) =>
    `Keep the draft “${textOf(payload, "subject")}” to ${textOf(payload, "to")} for ${payload.entity_ref}; nothing is sent`,
};

export const cacheInvalidation: ActionTypeDefinition = {
  ...ours,
  type: "cache_invalidation",
  entityTypes: ["cache"],
  title: "Cache invalidation",
  fieldLabels: { version_step: "version, up by" },
  subject: (payload) => `Cache ${payload.entity_ref}`,
  details: () => [],
  sentence: (payload) => `Have every reader of the cache “${payload.entity_ref}” fetch it anew`,
};

function textOf(payload: ProposalPayload, field: string): string {
  return changeOf(payload, field).to ?? "";
}
