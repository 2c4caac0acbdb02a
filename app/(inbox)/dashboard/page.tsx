import type { Metadata } from "next";
import { DashboardView } from "@/components/dashboard/dashboard-view";
import { readDashboard } from "@/lib/gateway/read/state/read-overview";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Dashboard" };

export default personPage(async function DashboardPage(person) {
  return <DashboardView initial={await readDashboard(person)} />;
});
