import type { Metadata } from "next";
import { AdminsOnly } from "@/components/shell/admins-only";
import { PeopleView } from "@/components/people/people-view";
import { mayAdminister } from "@/lib/core/access/principal";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "People" };

export default personPage(async function PeoplePage(person) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="People" text="The members of your company and their roles." />;
  return <PeopleView people={await listPeople(person)} selfId={person.userId} />;
});
