"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/text-field";
import type { OperationResult } from "@/lib/http/server-action";
import { FormSheet, type FormSheetProps } from "./form-sheet";

const reasonLengthMax = 500;

interface ReasonSheetProps<T> extends Omit<FormSheetProps<T>, "send"> {
  /** Under the reason: who reads it. */
  hint: string;
  /** Reasons that send at a tap, for a moment in which nobody wants to type. */
  presets?: readonly string[];
  /** Null: as FormSheet's. */
  send: (reason: string) => Promise<OperationResult<T> | null>;
}

/** A change that is made with a reason, which the ledger keeps. */
export function ReasonSheet<T>({
  hint,
  presets = [],
  ready = true,
  send,
  children,
  ...sheet
}: ReasonSheetProps<T>) {
  const [reason, setReason] = useState("");
  const reasonIn = (form: FormData) => String(form.get("preset") ?? reason).trim();
  return (
    <FormSheet {...sheet} ready={ready && reason.trim() !== ""} send={(form) => send(reasonIn(form))}>
      {children}
      {presets.length > 0 && (
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1.5 text-sm font-medium">{sheet.press} at once, because …</legend>
          {presets.map((preset) => (
            <Button key={preset} type="submit" name="preset" value={preset} className="justify-start!">
              {preset}
            </Button>
          ))}
        </fieldset>
      )}
      <TextField
        name="reason"
        label={presets.length > 0 ? "Or another reason" : "Reason"}
        hint={hint}
        maxLength={reasonLengthMax}
        value={reason}
        // On a phone the keyboard would cover the reasons that need no typing.
        {...(presets.length === 0 && { "data-focus-first": true })}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormSheet>
  );
}
