import { base } from "@/lib/core/action/tier-rules";
import { z } from "zod";
import { EMAIL_LIMITS } from "@/lib/core/payload/field-format";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { changeOf } from "./shared/change";
import { defineActionType } from "./shared/definition";
import { ownWrite } from "./shared/own-write";
import { entity } from "./shared/target";
import { reference, written } from "./shared/tool";

const ofDraft = { record: "email_draft", sublist: null, kind: "text" } as const;
const addresses = z.string().trim().min(3).max(2_000);

/** A draft that a person sends by hand. */
export const emailDraft = defineActionType({
  ...ownWrite,
  type: "email_draft",
  title: "E-mail draft",
  entityTypes: ["customer"],
  fields: [
    { ...ofDraft, field: "body", label: "text", aliases: ["text", "message"] },
    { ...ofDraft, field: "subject", label: "subject", aliases: ["title"], required: true, format: "line" },
    {
      ...ofDraft,
      field: "to",
      label: "to",
      aliases: ["recipients"],
      required: true,
      format: "email_addresses",
    },
    { ...ofDraft, field: "cc", label: "copy to", aliases: [], format: "email_addresses" },
  ],
  target: [entity("customer")],
  tierRules: [base("email-draft", 1)],
  subject: (payload) => payload.entity_ref,
  details: (payload) => [`to ${textOf(payload, "to")}`],
  sentence: (payload) =>
    `Keep the draft “${textOf(payload, "subject")}” to ${textOf(payload, "to")} for ${payload.entity_ref}; nothing is sent`,
  tool: {
    name: "propose_email_draft",
    description:
      "Proposes a draft of an e-mail about a customer. It is kept in Countersign for a person to send by hand; nothing is ever sent.",
    words: {
      customer: reference.describe("The customer it is about."),
      to: addresses.describe("Whom it is for: addresses, separated by commas."),
      cc: addresses.optional().describe("Who gets a copy: addresses, separated by commas."),
      subject: z.string().trim().min(1).max(EMAIL_LIMITS.lineLengthMax).describe("The subject, one line."),
      text: written.describe("The text."),
    },
    goesTo: {
      customer: "entity_ref",
      to: "changes.to.to",
      subject: "changes.subject.to",
      text: "changes.body.to",
      cc: "changes.cc.to",
    },
  },
  example: {
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [
      { field: "to", to: "orders@coastal.example" },
      { field: "subject", to: "Your credit limit" },
      { field: "body", to: "We have raised it.\nKind regards" },
    ],
    context: {},
  },
});

function textOf(payload: ProposalPayload, field: string): string {
  return changeOf(payload, field).to ?? "";
}
