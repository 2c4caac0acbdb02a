import type { Metadata } from "next";
import { KillSwitches } from "@/components/switches/kill-switches";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Kill switches" };

/** The switches themselves come with the overview that every page has. */
export default personPage(async function KillSwitchesPage() {
  return <KillSwitches />;
});
