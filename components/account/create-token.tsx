"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import { SelectField } from "@/components/ui/forms/select-field";
import { TextField } from "@/components/ui/forms/text-field";
import type { NewTokenView } from "@/lib/contract/account";
import { act } from "@/lib/operations/act";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

const lives = [
  { value: "7", name: "A week" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "A year" },
];

export function CreateToken({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [created, setCreated] = useState<NewTokenView | null>(null);
  const send = (form: FormData) =>
    act("createToken", {
      name: String(form.get("name")),
      expires_in_days: Number(form.get("expires_in_days")),
    });
  const done = (result: NewTokenView) => {
    announce(`${result.token.name} is created.`);
    router.refresh();
    setCreated(result);
  };
  if (created) {
    return (
      <SecretSheet
        title={created.token.name}
        label="Sent as Authorization: Bearer. It speaks for you, with your role."
        value={created.secret}
        text="You see this token once; only its hash is kept."
        onClose={onClose}
      />
    );
  }
  return (
    <FormSheet
      title="Create a personal token"
      description="Whoever has it speaks for you until it ends or is revoked."
      failed="No token was created"
      press="Create token"
      pressed="Creating…"
      send={send}
      onDone={done}
      onClose={onClose}
    >
      <TextField
        id="token-name"
        name="name"
        label="Name"
        hint="What uses it, so that you know what stops when you revoke it."
        maxLength={100}
        autoComplete="off"
        data-focus-first
      />
      <SelectField
        id="token-life"
        name="expires_in_days"
        label="Ends after"
        options={lives}
        defaultValue="90"
      />
    </FormSheet>
  );
}
