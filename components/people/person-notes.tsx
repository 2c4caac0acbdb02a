"use client";
import type { ReactNode } from "react";
import { lazily } from "@/components/ui/lazily";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { ClockTime, RelativeTime } from "@/components/ui/time";
import type { PersonView } from "@/lib/contract/people/people";
import { act } from "@/lib/operations/act";
import { roleWithArticle } from "@/lib/view/people/roles";
import { type ConfirmingOperation, type PendingConfirmation, waitingOf } from "@/lib/view/people/standing";
import { CONFIRMATIONS } from "./person-steps";

const AskPerson = lazily(() => import("./ask-person").then((module) => module.AskPerson));

interface PersonNotesProps {
  person: PersonView;
  people: readonly PersonView[];
  selfId: number;
}

/** Things about a person that wait for another administrator, or for their time. */
export function PersonNotes({ person, people, selfId }: PersonNotesProps) {
  const waiting = waitingOf(person, people, selfId);
  if (waiting.length === 0 && !person.seasoned_at) return null;
  return (
    <ul aria-label={`Waits for ${person.name}`} className="grid basis-full gap-2">
      {waiting.map((each) => (
        <Note key={each.operation}>
          <WaitingNote waiting={each} person={person} />
        </Note>
      ))}
      {person.seasoned_at && person.status === "active" && (
        <Note>
          <p className="min-w-0 flex-1">
            New in office: approvals count at L4 and L5 from <ClockTime iso={person.seasoned_at} />.
          </p>
        </Note>
      )}
    </ul>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {children}
    </li>
  );
}

function WaitingNote({ waiting, person }: { waiting: PendingConfirmation; person: PersonView }) {
  const { operation, mayConfirm, whoCan } = waiting;
  return (
    <>
      <p className="min-w-0 flex-1 max-md:basis-full">
        {sentences[operation](person)} {!mayConfirm && <span className="font-medium">{whoCan}</span>}
      </p>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>button]:flex-1">
        {mayConfirm && (
          <DialogButton
            size="small"
            tone="solid"
            aria-label={`Confirm: ${CONFIRMATIONS[operation].ask(person).title}`}
            renderDialog={(onClose) => (
              <AskPerson question={CONFIRMATIONS[operation]} person={person} onClose={onClose} />
            )}
          >
            Confirm…
          </DialogButton>
        )}
        {operation === "confirmRole" && <Withdraw person={person} />}
      </div>
    </>
  );
}

/** Any administrator may: it only takes a wish back. */
function Withdraw({ person }: { person: PersonView }) {
  const { id, name, role, pending_role: pending } = person;
  return (
    <ConfirmButton
      size="small"
      label="Withdraw…"
      aria-label={`Withdraw the role that waits for ${name}`}
      title={`Withdraw ${name}'s new role?`}
      description={`${name} stays ${roleWithArticle(role)}. Nobody becomes ${roleWithArticle(pending?.role ?? role)} until somebody asks for it again.`}
      press="Withdraw"
      tone="danger"
      send={() => act("withdrawRole", { id })}
      refreshes
      done={() => `${name} stays ${roleWithArticle(role)}.`}
    />
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const sentences: Record<ConfirmingOperation, (person: PersonView) => ReactNode> = {
  confirmRole: ({ pending_role: pending }) =>
    pending && (
      <>
        {capital(pending.role)} once another administrator confirms · asked by {pending.by},{" "}
        <RelativeTime iso={pending.at} />.
      </>
    ),
  confirmLeave: () => "No approver any more, and counted as one until another administrator confirms.",
  confirmRecovery: ({ recovery }) =>
    recovery &&
    (recovery.until === null ? (
      <>
        First password by a link of {recovery.by}: the two count as one person where two must agree, until
        another administrator confirms.
      </>
    ) : (
      <>
        New credentials by {recovery.by}: decides nothing at L4 and L5 until{" "}
        <ClockTime iso={recovery.until} />, or until another administrator confirms.
      </>
    )),
};
