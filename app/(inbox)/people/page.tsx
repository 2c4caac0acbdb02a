import type { Metadata } from "next";
import { AdminsOnly } from "@/components/shell/admins-only";
import { PeopleView } from "@/components/people/people-view";
import { mayAdminister } from "@/lib/core/access/principal";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { readContentSettingOf } from "@/lib/gateway/controls/content-setting";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "People" };

export default personPage(async function PeoplePage(person) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="People" text="The members of your company and their roles." />;
  const [people, content] = await Promise.all([listPeople(person), readContentSettingOf(person)]);
  return <PeopleView people={people} selfId={person.userId} content={content} />;
});
