import type { Metadata } from "next";
import { DashboardView } from "@/components/dashboard/dashboard-view";
import { requirePerson } from "@/lib/auth/session/session";
import { readDashboard } from "@/lib/gateway/read/state/read-overview";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Dashboard" };

export default page(async function DashboardPage() {
  const person = await requirePerson();
  return <DashboardView initial={await readDashboard(person)} />;
});
