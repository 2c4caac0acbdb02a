import { base } from "@/lib/core/action/tier-rules";
import { z } from "zod";
import { EMAIL_LIMITS } from "@/lib/core/payload/field-format";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { changeOf } from "./shared/change";
import { defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { ownWrite } from "./shared/own-write";
import { entity } from "./shared/target";
import { reference, written, word } from "./shared/tool";

const address = z.email().max(EMAIL_LIMITS.addressLengthMax);
const subjectLine = z.string().trim().min(1).max(EMAIL_LIMITS.lineLengthMax);

export const emailDraft = defineActionType({
  ...ownWrite,
  type: "email_draft",
  title: "E-mail draft",
  entityTypes: ["customer"],
  record: "email_draft",
  fields: [
    { field: "body", label: "text", kind: "text", aliases: ["text", "message"] },
    { field: "subject", label: "subject", kind: "text", aliases: ["title"], required: true, format: "line" },
    {
      field: "to",
      label: "to",
      kind: "text",
      aliases: ["recipients"],
      required: true,
      format: "email_address",
    },
    { field: "cc", label: "copy to", kind: "text", aliases: [], format: "email_address" },
  ],
  letter: ["to", "cc", "subject", "body"],
  target: [entity("customer")],
  tierRules: [base("email-draft", 1)],
  subject: (payload) => payload.entity_ref,
  details: (payload) => payloadDetail("to", textOf(payload, "to")),
  says: ["subject", "to"],
  sentence: (payload) =>
    `Keep the draft “${textOf(payload, "subject")}” to ${textOf(payload, "to")} for ${payload.entity_ref}; nothing is sent`,
  staysBecause: "the draft is kept here. Nothing is sent, and you can discard it by hand",
  tool: {
    name: "propose_email_draft",
    description:
      "Proposes a draft of an e-mail about a customer. It is kept in Countersign for a person to send by hand; nothing is ever sent.",
    words: {
      customer: word("entity_ref", reference, "The customer it is about."),
      to: word("changes.to.to", address, "Whom it is for: one address."),
      subject: word("changes.subject.to", subjectLine, "The subject, one line."),
      text: word("changes.body.to", written, "The text."),
      cc: word("changes.cc.to", address.optional(), "Who gets a copy: one address."),
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
