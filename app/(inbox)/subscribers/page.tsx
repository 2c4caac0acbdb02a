import type { Metadata } from "next";
import { Subscribers } from "@/components/subscribers/subscribers";
import { readSubscribers } from "@/lib/gateway/read/state/read-subscribers";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Subscribers" };

export default personPage(async function SubscribersPage(person) {
  return <Subscribers initial={await readSubscribers(person)} />;
});
