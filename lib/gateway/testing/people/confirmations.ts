import type { PersonView } from "@/lib/contract/people/people";
import type { Person } from "@/lib/core/access/principal";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { confirmRecovery, confirmRole } from "@/lib/gateway/access/people/role-changes";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import type { World } from "@/lib/gateway/testing/world";

/** A second administrator confirms the things that are open at that moment, with the step-up for it. */

const viewFor = async ({ gateway }: World, admin: Person, userId: number): Promise<PersonView> =>
  (await listPeople(admin, gateway)).find(({ id }) => id === userId)!;

export async function confirmOpenRole(world: World, admin: Person, userId: number): Promise<PersonView> {
  const { role, at } = (await viewFor(world, admin, userId)).pending_role!;
  const step = await steppedUp(world.owner, admin, "confirm_role", `${userId}:${role}:${at}`);
  return confirmRole(step, { id: userId, role, at }, world.gateway);
}

export async function confirmOpenRecovery(world: World, admin: Person, userId: number): Promise<PersonView> {
  const { until } = (await viewFor(world, admin, userId)).recovery!;
  const step = await steppedUp(world.owner, admin, "confirm_recovery", `${userId}:${until}`);
  return confirmRecovery(step, { id: userId, until }, world.gateway);
}
