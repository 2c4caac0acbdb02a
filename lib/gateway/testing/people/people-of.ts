import type { Person, Role } from "@/lib/core/access/principal";
import type { World } from "@/lib/gateway/testing/world";

/** A tenant with these people, and an agent whose key Ada made. */
export async function addCompany(world: World, people: Record<string, Role>) {
  const home = await world.addTenant();
  const added: Record<string, Person> = {};
  for (const [name, role] of Object.entries(people)) added[name] = await home.person(name, role);
  const agent = await home.agent("an-agent");
  await world.owner`
    UPDATE agents SET key_makers = ARRAY[${added.Ada!.userId}::bigint] WHERE id = ${agent.agentId}`;
  return { tenantId: home.tenantId, people: added, agent };
}
