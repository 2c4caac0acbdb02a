import type { Metadata } from "next";
import { DashboardView } from "@/components/ops/dashboard-view";
import { requirePerson } from "@/lib/auth/session";
import { readDashboard } from "@/lib/gateway/read-operations";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage() {
  const person = await requirePerson();
  return <DashboardView initial={await readDashboard(person)} />;
}
