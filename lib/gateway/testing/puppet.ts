import type { Person, Role } from "@/lib/core/access/principal";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { steppedUp } from "./step-up";
import type { World } from "./world";

let added = 0;

/** A person whom this administrator adds for their own ends. Not yet in office for 24 hours. */
export async function addPuppet({ owner, gateway }: World, admin: Person, role: Role): Promise<Person> {
  const email = `puppet-${++added}@${admin.tenantSlug}.test`;
  const step = await steppedUp(owner, admin, "add_person", `${email}:${role}`);
  const { person } = await addPerson(step, { name: "Puppet", email, role }, gateway);
  return { ...admin, userId: person.id, name: "Puppet", email, role };
}
