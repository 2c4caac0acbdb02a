import type { Database } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import { companyOf } from "@/lib/gateway/access/found-company";
import type { Gateway } from "@/lib/gateway/context";
import { answerRequest } from "@/lib/operations/answer-request";
import type { World } from "@/lib/gateway/testing/world";

/** Requests answered as the app answers them, with the world's gateway in the place of the process's own. */

const holder = globalThis as typeof globalThis & {
  countersignGateway?: Gateway;
  countersignDatabase?: Database;
};

/** From here on the process's own gateway and database are the world's. */
export function installWorld(world: World): void {
  process.env.DATABASE_URL = world.db.urls.app;
  holder.countersignGateway = world.gateway;
  holder.countersignDatabase = world.db.database;
}

const companyIn = ({ owner, viewer: { tenantId, tenantSlug: slug, tenantName: name } }: World) =>
  companyOf(owner, { tenantId, slug, name });

export async function agentKeyIn(world: World, name = "http-agent"): Promise<string> {
  return (await companyIn(world).addAgent({ name })).key;
}

export const tokenOf = (world: World, person: Person): Promise<string> => companyIn(world).addToken(person);

export async function call(
  path: string,
  parts: { method?: string; token: string; body?: unknown; raw?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const { method = "POST", token, body, headers = {} } = parts;
  const sent = parts.raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = new Request(`http://countersign.test${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const response = await answerRequest(request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || "{}") };
}
