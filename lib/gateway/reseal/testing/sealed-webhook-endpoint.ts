import { newEndpointKeys, openEndpointBox, sealEndpointBox } from "@/lib/gateway/webhooks/endpoint-box";
import type { World } from "@/lib/gateway/testing/world";
import { type SealedCase, newCompany } from "./sealed-case";

const url = "https://hooks.example.com/";

/** The keys with which an endpoint's webhooks are signed. */
export async function sealedWebhookEndpoint(world: World): Promise<SealedCase & { tenantId: number }> {
  const { owner } = world;
  const keep = async () => {
    const { tenantId } = await newCompany(world);
    const [row] = await owner<{ id: number }[]>`
      INSERT INTO webhook_endpoints (tenant_id, url, events, created_at, created_by_label)
      VALUES (${tenantId}, ${url}, '{proposal.created}', clock_timestamp(), 'Adam') RETURNING id`;
    const { id } = row!;
    const sealed = sealEndpointBox(id, { url, keys: newEndpointKeys(), before: null });
    await owner`UPDATE webhook_endpoints SET sealed = ${sealed} WHERE id = ${id}`;
    const stored = async () =>
      (await owner`SELECT sealed FROM webhook_endpoints WHERE id = ${id}`)[0]!.sealed as string;
    return { tenantId, id, stored };
  };
  const [mine, other] = [await keep(), await keep()];
  return {
    tenantId: mine.tenantId,
    works: async () => openEndpointBox({ id: mine.id, url, sealed: await mine.stored() }) !== null,
    stored: mine.stored,
    forge: (app, value) => app`UPDATE webhook_endpoints SET sealed = ${value} WHERE id = ${mine.id}`,
    another: other.stored,
  };
}
