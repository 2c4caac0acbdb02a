import type { Metadata } from "next";
import { NoticesView } from "@/components/notices/notices-view";
import { readNotices } from "@/lib/gateway/read/state/read-notices";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Your decisions" };

export default personPage(async function YourDecisionsPage(person) {
  return <NoticesView initial={await readNotices(person)} />;
});
