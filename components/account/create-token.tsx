"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { createTokenOnPage } from "@/app/(inbox)/account/actions";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { SecretOnce } from "@/components/ui/secret-once";
import { SelectField } from "@/components/ui/select-field";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import type { NewTokenView } from "@/lib/contract/people";

const lives = [
  { value: "7", name: "A week" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "A year" },
];

export function CreateToken({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { sending, failure, errorOf, ask } = useAnswer(["name", "expires_in_days"]);
  const [made, setMade] = useState<NewTokenView | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = { name: String(form.get("name")), expires_in_days: Number(form.get("expires_in_days")) };
    const result = await ask(() => createTokenOnPage(input));
    if (!result) return;
    announce(`${result.token.name} is created.`);
    router.refresh();
    setMade(result);
  };
  if (made) {
    return (
      <Sheet open onOpenChange={onClose} closable={false} title={made.token.name}>
        <SheetBody>
          <SecretOnce
            label="Sent as Authorization: Bearer. It speaks for you, with your role."
            value={made.secret}
            text="You see this token once; only its hash is kept."
          />
        </SheetBody>
        <SheetFooter>
          <Button tone="solid" onClick={onClose}>
            I have copied it
          </Button>
        </SheetFooter>
      </Sheet>
    );
  }
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title="Create a personal token"
      description="Whoever has it speaks for you until it ends or is revoked."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex min-h-0 flex-col">
        <SheetBody>
          <TextField
            id="token-name"
            name="name"
            label="Name"
            hint="What uses it, so that you know what stops when you revoke it."
            maxLength={100}
            autoComplete="off"
            error={errorOf("name")}
            disabled={sending}
            data-focus-first
          />
          <SelectField
            id="token-life"
            name="expires_in_days"
            label="Ends after"
            options={lives}
            defaultValue="90"
            error={errorOf("expires_in_days")}
            disabled={sending}
          />
          {failure && <Failure title="No token was created" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button type="submit" tone="solid" disabled={sending}>
            {sending ? "Creating…" : "Create token"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
