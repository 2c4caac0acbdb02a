"use client";
import type { ComponentProps } from "react";
import { TextField } from "./text-field";

const reasonLengthMax = 500;

interface ReasonFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  "label" | "name" | "maxLength" | "onChange"
> {
  onReason: (reason: string) => void;
}

/** The reason that the ledger keeps with a change. */
export function ReasonField({ onReason, ...field }: ReasonFieldProps) {
  return (
    <TextField
      {...field}
      name="reason"
      label="Reason"
      maxLength={reasonLengthMax}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}
