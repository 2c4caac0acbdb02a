import type { Metadata } from "next";
import { RetentionView } from "@/components/retention/retention";
import { requirePerson } from "@/lib/auth/session/session";
import { readRetention } from "@/lib/gateway/controls/read-retention";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Retention" };

export default page(async function RetentionPage() {
  const person = await requirePerson();
  return <RetentionView initial={await readRetention(person)} />;
});
