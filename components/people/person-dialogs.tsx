"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import { Sheet, SheetFooter } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { AddedPerson, PersonView } from "@/lib/contract/people";
import type { Role } from "@/lib/core/access/principal";
import { act } from "@/lib/operations/act";
import { PERSON_STEPS, type PersonStep } from "./person-steps";

const roleOptions: readonly { value: Role; name: string }[] = [
  { value: "viewer", name: "Viewer: sees everything, decides nothing" },
  { value: "approver", name: "Approver: decides proposals" },
  { value: "admin", name: "Admin: decides, and manages people, agents and switches" },
];

/** `an approver`, for sentences. */
const roleWithArticle = (role: Role) => (role === "viewer" ? "a viewer" : `an ${role}`);

export function AddPerson({ onClose }: { onClose: () => void }) {
  return (
    <FormSheet
      title="Add a person"
      description="They belong to your company from now on, with the role you choose."
      failed="Nobody was added"
      press="Add person"
      pressed="Adding…"
      refreshes
      send={(form) =>
        act("addPerson", {
          name: String(form.get("name")),
          email: String(form.get("email")),
          role: form.get("role") as Role,
        })
      }
      done={({ person }) => `${person.name} is added.`}
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
      <SelectField name="role" label="Role" options={roleOptions} defaultValue="approver" />
    </FormSheet>
  );
}

function Added({ added, onClose }: { added: AddedPerson; onClose: () => void }) {
  const { person, password_link } = added;
  const title = `${person.name} is added`;
  if (password_link) {
    return (
      <PasswordLinkSheet
        name={person.name}
        link={password_link.link}
        title={title}
        description="One thing is left: hand over the link by which they set their password."
        onClose={onClose}
      />
    );
  }
  return (
    <Sheet
      onClose={onClose}
      title={title}
      description="They sign in through the provider, with this very address."
    >
      <SheetFooter>
        <Button tone="solid" onClick={onClose}>
          Done
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

interface PasswordLinkSheetProps {
  /** The person whose password the link sets. */
  name: string;
  link: string;
  title: string;
  description?: string;
  onClose: () => void;
}

function PasswordLinkSheet({ name, link, ...rest }: PasswordLinkSheetProps) {
  return (
    <SecretSheet
      label={`Good once, for 72 hours. Hand it to ${name} yourself.`}
      value={link}
      text="You see this link once. Anybody who has it can set the password."
      {...rest}
    />
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
  if (step && "send" in step) return <AskStep step={step} person={person} onClose={onClose} />;
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
  const [role, setRole] = useState(person.role);
  return (
    <FormSheet
      title={`Change ${person.name}'s role?`}
      description={`${person.name} is ${roleWithArticle(person.role)}. The new role holds from their next request on.`}
      press="Change role"
      ready={role !== person.role}
      refreshes
      send={() => act("changeRole", { id: person.id, role })}
      done={() => `${person.name} is ${roleWithArticle(role)} now.`}
      onClose={onClose}
    >
      <SelectField
        name="role"
        label="Role"
        options={roleOptions}
        value={role}
        data-focus-first
        onChange={(event) => setRole(event.target.value as Role)}
      />
    </FormSheet>
  );
}

function AskStep({ step, person, onClose }: { step: PersonStep; person: PersonView; onClose: () => void }) {
  const { title, sentence } = step.ask(person);
  return (
    <FormSheet
      asks
      title={title}
      description={sentence}
      press={step.press}
      tone={step.danger ? "danger" : "solid"}
      refreshes
      send={() => step.send(person.id)}
      done={() => step.done(person)}
      renderNext={(result) =>
        "link" in result && (
          <PasswordLinkSheet
            name={person.name}
            link={result.link}
            title={`Password link for ${person.name}`}
            onClose={onClose}
          />
        )
      }
      onClose={onClose}
    />
  );
}
