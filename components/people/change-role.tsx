"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { SelectField } from "@/components/ui/forms/select-field";
import type { PersonView } from "@/lib/contract/people";
import { act } from "@/lib/operations/act";
import { ROLE_OPTIONS, roleWithArticle } from "./roles";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

export function ChangeRole({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const router = useRouter();
  const [role, setRole] = useState(person.role);
  const send = () => act("changeRole", { id: person.id, role });
  const done = () => {
    announce(`${person.name} is ${roleWithArticle(role)} now.`);
    router.refresh();
    onClose();
  };
  return (
    <FormSheet
      title={`Change ${person.name}'s role?`}
      description={`${person.name} is ${roleWithArticle(person.role)}. The new role holds from their next request on.`}
      failed="Nothing was changed"
      press="Change role"
      pressed="Sending…"
      ready={role !== person.role}
      send={send}
      onDone={done}
      onClose={onClose}
    >
      <SelectField
        id="person-role"
        name="role"
        label="Role"
        options={ROLE_OPTIONS}
        value={role}
        data-focus-first
        onChange={(event) => setRole(event.target.value as PersonView["role"])}
      />
    </FormSheet>
  );
}
