import type { Metadata } from "next";
import { WebhooksView } from "@/components/webhooks/webhooks-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { readWebhookEndpoints } from "@/lib/gateway/webhooks/endpoints";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Webhooks" };

export default personPage(async function WebhooksPage(person) {
  if (!mayAdminister(person.role))
    return (
      <AdminsOnly title="Webhooks" text="The addresses of other systems that hear of what happens here." />
    );
  return <WebhooksView {...await readWebhookEndpoints(person)} />;
});
