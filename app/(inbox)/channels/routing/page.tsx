import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RoutingView } from "@/components/routing/routing-view";
import { mayAdminister } from "@/lib/core/access/principal";
import { personPage } from "@/lib/http/page";
import { readRouting } from "@/lib/messages/routing/publish-routing";

export const metadata: Metadata = { title: "Notification rules" };

export default personPage(async function RoutingPage(person) {
  if (!mayAdminister(person.role)) notFound();
  const routing = await readRouting(person);
  return <RoutingView key={routing.version} routing={routing} />;
});
