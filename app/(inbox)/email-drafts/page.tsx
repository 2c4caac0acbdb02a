import type { Metadata } from "next";
import { EmailDrafts } from "@/components/internal/email-drafts";
import { draftsQuerySchema } from "@/lib/contract/actions/drafts-and-caches";
import { readEmailDrafts } from "@/lib/gateway/deliver/email-drafts";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "E-mail drafts" };

export default personPage(async function EmailDraftsPage(person) {
  return <EmailDrafts initial={await readEmailDrafts(person, draftsQuerySchema.parse({}))} />;
});
