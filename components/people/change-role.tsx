"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { SelectField } from "@/components/ui/forms/select-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import type { PersonView } from "@/lib/contract/people";
import { act } from "@/lib/operations/act";
import { ROLE_OPTIONS, roleWithArticle } from "./roles";

export function ChangeRole({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const router = useRouter();
  const asking = useAnswer(["role"]);
  const [role, setRole] = useState(person.role);
  const submit = async () => {
    if (!(await asking.ask(() => act("changeRole", { id: person.id, role })))) return;
    announce(`${person.name} is ${roleWithArticle(role)} now.`);
    router.refresh();
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!asking.sending}
      title={`Change ${person.name}'s role?`}
      description={`${person.name} is ${roleWithArticle(person.role)}. The new role holds from their next request on.`}
    >
      <SheetForm
        asking={asking}
        failed="Nothing was changed"
        press="Change role"
        pressed="Sending…"
        ready={role !== person.role}
        onSubmit={submit}
        onClose={onClose}
      >
        <SelectField
          id="person-role"
          label="Role"
          options={ROLE_OPTIONS}
          value={role}
          disabled={asking.sending}
          error={asking.errorOf("role")}
          data-focus-first
          onChange={(event) => setRole(event.target.value as PersonView["role"])}
        />
      </SheetForm>
    </Sheet>
  );
}
