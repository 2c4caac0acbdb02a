"use client";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import { act } from "@/lib/operations/act";

const lifetimes = [
  { value: "7", name: "A week" },
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "A year" },
];

export function CreateToken({ onClose }: { onClose: () => void }) {
  return (
    <FormSheet
      title="Create a personal token"
      description="Anybody who has it can act as you until it expires or is revoked."
      failed="No token was created"
      press="Create token"
      pressed="Creating…"
      refreshes
      send={(form) =>
        act("createToken", {
          name: String(form.get("name")),
          expires_in_days: Number(form.get("expires_in_days")),
        })
      }
      done={({ token }) => `${token.name} is created.`}
      renderNext={({ token, secret }) => (
        <SecretSheet
          title={token.name}
          label="Sent as Authorization: Bearer. It speaks for you, with your role."
          value={secret}
          text="You see this token once; only its hash is kept."
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="The program that uses it, so that you know what stops when you revoke it."
        maxLength={100}
        data-focus-first
      />
      <SelectField name="expires_in_days" label="Ends after" options={lifetimes} defaultValue="90" />
    </FormSheet>
  );
}
