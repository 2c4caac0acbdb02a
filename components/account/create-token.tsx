"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import { SelectField } from "@/components/ui/forms/select-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import { TextField } from "@/components/ui/forms/text-field";
import type { NewTokenView } from "@/lib/contract/people";
import { act } from "@/lib/operations/act";

const lives = [
  { value: "7", name: "A week" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "A year" },
];

export function CreateToken({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const asking = useAnswer(["name", "expires_in_days"]);
  const { sending, errorOf } = asking;
  const [made, setMade] = useState<NewTokenView | null>(null);
  const submit = async (form: FormData) => {
    const input = { name: String(form.get("name")), expires_in_days: Number(form.get("expires_in_days")) };
    const result = await asking.ask(() => act("createToken", input));
    if (!result) return;
    announce(`${result.token.name} is created.`);
    router.refresh();
    setMade(result);
  };
  if (made) {
    return (
      <SecretSheet
        title={made.token.name}
        label="Sent as Authorization: Bearer. It speaks for you, with your role."
        value={made.secret}
        text="You see this token once; only its hash is kept."
        onClose={onClose}
      />
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
      <SheetForm
        asking={asking}
        failed="No token was created"
        press="Create token"
        pressed="Creating…"
        onSubmit={submit}
        onClose={onClose}
      >
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
      </SheetForm>
    </Sheet>
  );
}
