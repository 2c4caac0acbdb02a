import type { Metadata } from "next";
import { RetentionView } from "@/components/retention/retention";
import { readRetention } from "@/lib/gateway/controls/retention/read-retention";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Retention" };

export default personPage(async function RetentionPage(person) {
  return <RetentionView initial={await readRetention(person)} />;
});
