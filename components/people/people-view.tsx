/** This room shows the company's people and manages them. */
"use client";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { LastChange } from "./last-change";
import { PersonNotes } from "./person-notes";
import { ContentSettingCard } from "./content-setting";
import type { ContentSetting } from "@/lib/contract/settings/content-setting";
import type { PersonView } from "@/lib/contract/people/people";
import { mayAdminister, mayDecide } from "@/lib/core/access/principal";
import { countWords } from "@/lib/view/words";

// Their code comes with the first press.
const AddPerson = lazily(() => import("./person-dialogs").then((module) => module.AddPerson));
const ManagePerson = lazily(() => import("./person-dialogs").then((module) => module.ManagePerson));

interface PeopleViewProps {
  people: PersonView[];
  selfId: number;
  content: ContentSetting;
}

export function PeopleView({ people, selfId, content }: PeopleViewProps) {
  return (
    <PageFrame
      title="People"
      text="The members of your company and their roles. Every change here is kept in the ledger."
    >
      <div>
        <DialogButton tone="solid" renderDialog={(onClose) => <AddPerson onClose={onClose} />}>
          Add a person…
        </DialogButton>
      </div>
      <ul className="grid gap-2.5" aria-label="People">
        {people.map((person) => (
          <li key={person.id}>
            <PersonRow person={person} people={people} selfId={selfId} />
          </li>
        ))}
      </ul>
      {people.length === 1 && (
        <p className="text-sm text-ink-2">
          You are alone here. Add those who decide with you: L4 and L5 need somebody other than the person an
          agent spoke for.
        </p>
      )}
      <ContentSettingCard initial={content} />
    </PageFrame>
  );
}

interface PersonRowProps {
  person: PersonView;
  people: readonly PersonView[];
  selfId: number;
}

function PersonRow({ person, people, selfId }: PersonRowProps) {
  const isSelf = person.id === selfId;
  const live = person.status === "active";
  return (
    <article
      aria-label={person.name}
      data-person-id={person.id}
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-[10px] border bg-panel px-4 py-3 shadow-lift",
        !live && "bg-transparent shadow-none",
      )}
    >
      <div className="grid min-w-0 flex-1 gap-1 max-md:basis-full">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[15px] font-semibold">
          {person.name}
          {isSelf && <span className="text-xs font-normal text-ink-3">you</span>}
          <Badge tone={mayAdminister(person.role) ? "good" : "neutral"}>{person.role}</Badge>
          {!live && <Badge tone="bad">{person.status}</Badge>}
          {live && !person.password_set && !person.single_sign_on && (
            <Badge tone="warn">no password yet</Badge>
          )}
          {live && (mayDecide(person.role) || mayAdminister(person.role)) && !person.second_factor_set && (
            <Badge tone="warn">no authenticator app</Badge>
          )}
        </h2>
        <p className="text-sm break-words text-ink-2">{person.email}</p>
        <p className="text-xs text-ink-3">
          {countWords(person.live_sessions, "browser")} signed in ·{" "}
          {countWords(person.live_tokens, "personal token")}
          {person.single_sign_on && " · signs in through the provider"}
        </p>
        <LastChange change={person.last_change} />
      </div>
      <DialogButton
        aria-label={`Manage ${person.name}`}
        className="max-md:w-full"
        renderDialog={(onClose) => <ManagePerson person={person} isSelf={isSelf} onClose={onClose} />}
      >
        Manage…
      </DialogButton>
      <PersonNotes person={person} people={people} selfId={selfId} />
    </article>
  );
}
