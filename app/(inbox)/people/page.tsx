import type { Metadata } from "next";
import { AdminsOnly } from "@/components/shell/admins-only";
import { PeopleView } from "@/components/people/people-view";
import { requirePerson } from "@/lib/auth/session/session";
import { mayAdminister } from "@/lib/core/access/principal";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "People" };

export default page(async function PeoplePage() {
  const person = await requirePerson();
  if (!mayAdminister(person.role))
    return <AdminsOnly title="People" text="The members of your company and their roles." />;
  return <PeopleView people={await listPeople(person)} selfId={person.userId} />;
});
