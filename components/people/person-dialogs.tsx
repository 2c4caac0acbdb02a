"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { Sheet, SheetFooter } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { AddedPerson, PersonView } from "@/lib/contract/people/people";
import type { Role } from "@/lib/core/access/principal";
import { ROLE_OPTIONS, roleWithArticle } from "@/lib/view/people/roles";
import { roleOutcome } from "@/lib/view/people/standing";
import { nameWithEmail } from "@/lib/view/people/name-with-email";
import { AskPerson } from "./ask-person";
import { PasswordLinkSheet } from "./password-link-sheet";
import { PersonAddress } from "./person-address";
import { PERSON_STEPS, type PersonStep } from "./person-steps";

export function AddPerson({ onClose }: { onClose: () => void }) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title="Add a person"
      description="They belong to your company from now on, with the role you choose."
      failed="Nobody was added"
      press="Add person"
      pressed="Adding…"
      refreshes
      send={(form) => {
        const [name, email, role] = ["name", "email", "role"].map((field) => String(form.get(field)));
        const person = { name: name!, email: email!, role: role as Role };
        return steppedUp("addPerson", person, `Add ${name}, ${email}, as ${roleWithArticle(person.role)}`);
      }}
      done={({ person }) => `${person.name} is added. ${waits(person)}`}
      renderNext={(added) => <Added added={added} onClose={onClose} />}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="As it stands beside what they decide."
        maxLength={200}
        data-focus-first
      />
      <TextField name="email" label="Email" type="email" maxLength={320} />
      <SelectField
        name="role"
        label="Role"
        hint="Where there is another administrator, they confirm every role but Viewer."
        options={ROLE_OPTIONS}
        defaultValue="approver"
      />
    </FormSheet>
  );
}

/** A role that waits, in a sentence; empty where none does. */
function waits({ name, pending_role }: PersonView): string {
  return pending_role
    ? `${name} views until another administrator confirms that they become ${roleWithArticle(pending_role.role)}.`
    : "";
}

function Added({ added, onClose }: { added: AddedPerson; onClose: () => void }) {
  const { person, password_link } = added;
  const title = `${person.name} is added`;
  if (password_link) {
    return (
      <PasswordLinkSheet
        name={nameWithEmail(person)}
        link={password_link.link}
        title={title}
        description={
          person.pending_role
            ? `Two things are left. ${waits(person)} And you hand over the link by which they set their password.`
            : "One thing is left: hand over the link by which they set their password."
        }
        onClose={onClose}
      />
    );
  }
  return (
    <Sheet
      onClose={onClose}
      title={title}
      description={`They sign in through the provider, with this very address. ${waits(person)}`}
    >
      <SheetFooter>
        <Button tone="solid" onClick={onClose}>
          Done
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

const roleStep = { key: "role", name: "Change role…", hint: "Holds from their next request on." } as const;

interface ManagePersonProps {
  person: PersonView;
  isSelf: boolean;
  onClose: () => void;
}

/** The possible changes of a person, then the question of the chosen one. */
export function ManagePerson({ person, isSelf, onClose }: ManagePersonProps) {
  const [step, setStep] = useState<PersonStep | typeof roleStep | null>(null);
  if (step && "send" in step) return <AskPerson question={step} person={person} onClose={onClose} />;
  if (step) return <ChangeRole person={person} onClose={onClose} />;
  const steps: (PersonStep | typeof roleStep)[] = PERSON_STEPS.filter((each) => each.offered(person, isSelf));
  if (person.status !== "revoked" && !isSelf) steps.unshift(roleStep);
  return (
    <Sheet
      onClose={onClose}
      title={person.name}
      description={
        isSelf
          ? `${person.email} · your own role and membership are another administrator's to change`
          : person.email
      }
    >
      <StepList steps={steps} onChoose={setStep} />
    </Sheet>
  );
}

function ChangeRole({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const steppedUp = useSteppedUp();
  const { id, name } = person;
  const [role, setRole] = useState(person.role);
  return (
    <FormSheet
      title={`Change ${name}'s role?`}
      description={
        <>
          <PersonAddress email={person.email} />
          {`${name} is ${roleWithArticle(person.role)}. The new role holds from their next request on.`}
        </>
      }
      press="Change role"
      ready={role !== person.role}
      refreshes
      send={() =>
        steppedUp("changeRole", { id, role }, `Make ${nameWithEmail(person)} ${roleWithArticle(role)}`)
      }
      done={(changed) => roleOutcome(name, role, changed)}
      onClose={onClose}
    >
      <SelectField
        name="role"
        label="Role"
        hint="Where there is another administrator, they confirm a role that decides or administers."
        options={ROLE_OPTIONS}
        value={role}
        data-focus-first
        onChange={(event) => setRole(event.target.value as Role)}
      />
    </FormSheet>
  );
}
