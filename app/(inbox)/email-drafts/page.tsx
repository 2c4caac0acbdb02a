import type { Metadata } from "next";
import { EmailDrafts } from "@/components/internal/email-drafts";
import { requirePerson } from "@/lib/auth/session/session";
import { draftsQuerySchema } from "@/lib/contract/drafts-and-caches";
import { readEmailDrafts } from "@/lib/gateway/deliver/email-drafts";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "E-mail drafts" };

export default page(async function EmailDraftsPage() {
  const person = await requirePerson();
  return <EmailDrafts initial={await readEmailDrafts(person, draftsQuerySchema.parse({}))} />;
});
