"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { changeRoleOnPage } from "@/app/(inbox)/people/actions";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import type { PersonView } from "@/lib/contract/people";
import { ROLE_OPTIONS, roleWithArticle } from "@/lib/view/roles";

export function ChangeRole({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const router = useRouter();
  const { sending, failure, errorOf, ask } = useAnswer(["role"]);
  const [role, setRole] = useState(person.role);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await ask(() => changeRoleOnPage({ id: person.id, role })))) return;
    announce(`${person.name} is ${roleWithArticle(role)} now.`);
    router.refresh();
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title={`Change ${person.name}'s role?`}
      description={`${person.name} is ${roleWithArticle(person.role)}. The new role holds from their next request on.`}
    >
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <SheetBody>
          <SelectField
            id="person-role"
            label="Role"
            options={ROLE_OPTIONS}
            value={role}
            disabled={sending}
            error={errorOf("role")}
            data-focus-first
            onChange={(event) => setRole(event.target.value as PersonView["role"])}
          />
          {failure && <Failure title="Nothing was changed" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button type="submit" tone="solid" disabled={sending || role === person.role}>
            {sending ? "Sending…" : "Change role"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
