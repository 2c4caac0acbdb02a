import type { Metadata } from "next";
import { KillSwitches } from "@/components/switches/kill-switches";
import { requirePerson } from "@/lib/auth/session/session";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Kill switches" };

/** The switches themselves come with the overview that every page has. */
export default page(async function KillSwitchesPage() {
  await requirePerson();
  return <KillSwitches />;
});
