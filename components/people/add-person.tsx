"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { addPersonOnPage } from "@/app/(inbox)/people/actions";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { SecretOnce } from "@/components/ui/secret-once";
import { SelectField } from "@/components/ui/select-field";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import type { AddedPerson } from "@/lib/contract/people";
import type { Role } from "@/lib/core/principal";
import { ROLE_OPTIONS } from "@/lib/view/roles";

export function AddPerson({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { sending, failure, errorOf, ask } = useAnswer(["name", "email", "role"]);
  const [added, setAdded] = useState<AddedPerson | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name"));
    const input = { name, email: String(form.get("email")), role: form.get("role") as Role };
    const result = await ask(() => addPersonOnPage(input));
    if (!result) return;
    announce(`${name} is added.`);
    router.refresh();
    setAdded(result);
  };
  if (added) return <Added added={added} onClose={onClose} />;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title="Add a person"
      description="They belong to your company from now on, with the role you choose."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex min-h-0 flex-col">
        <SheetBody>
          <TextField
            id="person-name"
            name="name"
            label="Name"
            hint="As it stands beside what they decide."
            maxLength={200}
            autoComplete="off"
            error={errorOf("name")}
            disabled={sending}
            data-focus-first
          />
          <TextField
            id="person-email"
            name="email"
            label="Email"
            type="email"
            maxLength={320}
            autoComplete="off"
            error={errorOf("email")}
            disabled={sending}
          />
          <SelectField
            id="person-role"
            name="role"
            label="Role"
            options={ROLE_OPTIONS}
            defaultValue="approver"
            error={errorOf("role")}
            disabled={sending}
          />
          {failure && <Failure title="Nobody was added" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button type="submit" tone="solid" disabled={sending}>
            {sending ? "Adding…" : "Add person"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}

function Added({ added, onClose }: { added: AddedPerson; onClose: () => void }) {
  const { person, password_link } = added;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={password_link === null}
      title={`${person.name} is added`}
      description={
        password_link
          ? "One thing is left: hand over the link by which they set their password."
          : "They sign in through the provider, with this very address."
      }
    >
      {password_link && (
        <SheetBody>
          <SecretOnce
            label={`Good once, for 72 hours. Hand it to ${person.name} yourself.`}
            value={password_link.link}
            text="You see this link once. Whoever has it sets the password."
          />
        </SheetBody>
      )}
      <SheetFooter>
        <Button tone="solid" onClick={onClose}>
          {password_link ? "I have copied it" : "Done"}
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
