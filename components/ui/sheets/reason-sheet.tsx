"use client";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/text-field";
import type { Answered } from "@/lib/http/server-action";
import { FormSheet, type FormSheetProps } from "./form-sheet";

const reasonLengthMax = 500;

interface ReasonSheetProps<T> extends Omit<FormSheetProps<T>, "send"> {
  /** Under the reason: who reads it. */
  hint: string;
  /** Null: as FormSheet's. */
  send: (reason: string) => Promise<Answered<T> | null>;
}

/** A change that is made with a reason, which the ledger keeps. */
export function ReasonSheet<T>({ hint, ready = true, send, children, ...sheet }: ReasonSheetProps<T>) {
  const [reason, setReason] = useState("");
  return (
    <FormSheet {...sheet} ready={ready && reason.trim() !== ""} send={() => send(reason.trim())}>
      {children}
      <TextField
        name="reason"
        label="Reason"
        hint={hint}
        maxLength={reasonLengthMax}
        value={reason}
        data-focus-first
        onChange={(event) => setReason(event.target.value)}
      />
    </FormSheet>
  );
}
