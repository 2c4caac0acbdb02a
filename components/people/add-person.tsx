"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/forms/select-field";
import { Sheet, SheetFooter } from "@/components/ui/sheets/sheet";
import { TextField } from "@/components/ui/forms/text-field";
import type { AddedPerson } from "@/lib/contract/people";
import type { Role } from "@/lib/core/access/principal";
import { act } from "@/lib/operations/act";
import { ROLE_OPTIONS } from "./roles";
import { NewPasswordLink } from "./password-link";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

export function AddPerson({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [added, setAdded] = useState<AddedPerson | null>(null);
  const send = (form: FormData) =>
    act("addPerson", {
      name: String(form.get("name")),
      email: String(form.get("email")),
      role: form.get("role") as Role,
    });
  const done = (result: AddedPerson) => {
    announce(`${result.person.name} is added.`);
    router.refresh();
    setAdded(result);
  };
  if (added) return <Added added={added} onClose={onClose} />;
  return (
    <FormSheet
      title="Add a person"
      description="They belong to your company from now on, with the role you choose."
      failed="Nobody was added"
      press="Add person"
      pressed="Adding…"
      send={send}
      onDone={done}
      onClose={onClose}
    >
      <TextField
        id="person-name"
        name="name"
        label="Name"
        hint="As it stands beside what they decide."
        maxLength={200}
        autoComplete="off"
        data-focus-first
      />
      <TextField
        id="person-email"
        name="email"
        label="Email"
        type="email"
        maxLength={320}
        autoComplete="off"
      />
      <SelectField id="person-role" name="role" label="Role" options={ROLE_OPTIONS} defaultValue="approver" />
    </FormSheet>
  );
}

function Added({ added, onClose }: { added: AddedPerson; onClose: () => void }) {
  const { person, password_link } = added;
  const title = `${person.name} is added`;
  if (password_link) {
    return (
      <NewPasswordLink
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
      open
      onOpenChange={onClose}
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
