/** This room shows the company's people and manages them. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { PageFrame } from "@/components/ui/page";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { PersonView } from "@/lib/contract/people";
import { mayDecide } from "@/lib/core/access/principal";
import { countWords } from "@/lib/view/words";
import { MemberCard } from "./member-card";

// Their code comes with the first press.
const AddPerson = dynamic(() => import("./person-dialogs").then((module) => module.AddPerson), {
  ssr: false,
});
const ManagePerson = dynamic(() => import("./person-dialogs").then((module) => module.ManagePerson), {
  ssr: false,
});

export function PeopleView({ people, selfId }: { people: PersonView[]; selfId: number }) {
  const [managed, setManaged] = useState<number | null>(null);
  const [adding, setAdding] = useState(false);
  // The list is read again after each change; the dialog shows the person as they are now.
  const person = people.find((each) => each.id === managed);
  return (
    <PageFrame
      title="People"
      text="Who belongs to your company and what they may do. Every change here is kept in the ledger."
    >
      <div>
        <Button tone="solid" onClick={() => setAdding(true)}>
          Add a person…
        </Button>
      </div>
      <ul className="grid gap-2.5" aria-label="People">
        {people.map((each) => (
          <li key={each.id}>
            <PersonRow person={each} isSelf={each.id === selfId} onManage={() => setManaged(each.id)} />
          </li>
        ))}
      </ul>
      {people.length === 1 && (
        <p className="text-sm text-ink-2">
          You are alone here. Add those who decide with you: L4 and L5 need somebody other than the person an
          agent spoke for.
        </p>
      )}
      {adding && <AddPerson onClose={() => setAdding(false)} />}
      {person && (
        <ManagePerson person={person} isSelf={person.id === selfId} onClose={() => setManaged(null)} />
      )}
    </PageFrame>
  );
}

interface PersonRowProps {
  person: PersonView;
  isSelf: boolean;
  onManage: () => void;
}

function PersonRow({ person, isSelf, onManage }: PersonRowProps) {
  const live = person.status === "active";
  return (
    <MemberCard
      name={person.name}
      data-person-id={person.id}
      live={live}
      change={person.last_change}
      onManage={onManage}
      badges={
        <>
          {isSelf && <span className="text-xs font-normal text-ink-3">you</span>}
          <Badge tone={person.role === "admin" ? "good" : "neutral"}>{person.role}</Badge>
          {!live && <Badge tone="bad">{person.status}</Badge>}
          {live && !person.password_set && !person.single_sign_on && (
            <Badge tone="warn">no password yet</Badge>
          )}
          {live && mayDecide(person.role) && !person.second_factor_set && (
            <Badge tone="warn">no authenticator app</Badge>
          )}
        </>
      }
    >
      <p className="text-sm break-words text-ink-2">{person.email}</p>
      <p className="text-xs text-ink-3">
        {countWords(person.live_sessions, "browser")} signed in ·{" "}
        {countWords(person.live_tokens, "personal token")}
        {person.single_sign_on && " · signs in through the provider"}
      </p>
    </MemberCard>
  );
}
