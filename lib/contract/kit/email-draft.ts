import { z } from "zod";
import { EMAIL_LIMITS } from "@/lib/core/payload/field-format";
import { kitAction } from "./definition";
import { reference, written } from "./words";

const addresses = z.string().trim().min(3).max(2_000);

export const emailDraft = kitAction({
  actionType: "email_draft",
  name: "propose_email_draft",
  description:
    "Proposes a draft of an e-mail about a customer. It is kept in Countersign for a person to send by hand; nothing is ever sent.",
  entityType: "customer",
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
});
