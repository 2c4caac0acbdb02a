"use client";
import { useRef, useState } from "react";
import { makePasskey } from "@/components/step-up/prompt-passkey";
import { CODE_LENGTH, CodeField } from "@/components/ui/forms/code-field";
import { TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import type { NewPasskey, Passkeys } from "@/lib/contract/people/passkeys";
import type { OperationResult } from "@/lib/http/server-action";
import { act } from "@/lib/operations/act";

/** Names a passkey, has the browser make it, and keeps it by a code. One that was made is sent again after a wrong code. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const newPasskey = useRef<NewPasskey | null>(null);
  const send = async (form: FormData): Promise<OperationResult<Passkeys> | null> => {
    setRefusal(null);
    if (!newPasskey.current) {
      const begun = await act("beginPasskey", {});
      if (!begun.ok) return begun;
      const outcome = await makePasskey(begun.result);
      if (!outcome.ok) {
        setRefusal(outcome.words);
        return null;
      }
      newPasskey.current = outcome.passkey;
    }
    const added = await act("addPasskey", {
      label: String(form.get("label")),
      code,
      passkey: newPasskey.current,
    });
    if (!added.ok) {
      setCode("");
      // Its five minutes are over, or it stands here already: another one has to be made.
      if (!["step_up_failed", "rate_limited"].includes(added.problem.code)) newPasskey.current = null;
    }
    return added;
  };
  return (
    <FormSheet<Passkeys>
      title="Add a passkey"
      description="Your browser asks where to keep it: on this device, on your phone, or on a security key."
      failed="No passkey was added"
      press="Add passkey"
      pressed="Waiting for your browser…"
      ready={code.length === CODE_LENGTH}
      refreshes
      rereads={[["passkeys"]]}
      send={send}
      done={({ items }) => `${items[0]!.label} is added.`}
      onClose={onClose}
    >
      <TextField
        name="label"
        label="Name"
        hint="The device or key that holds it, so that you know which one to remove when you lose it."
        maxLength={100}
        data-focus-first
      />
      <CodeField
        value={code}
        onChange={setCode}
        hint="From your authenticator app: a passkey is added by a fresh code."
      />
      {refusal && (
        <p role="alert" className="text-sm font-medium text-bad">
          {refusal}
        </p>
      )}
    </FormSheet>
  );
}
