"use client";
import type { ComponentProps } from "react";
import { TextField } from "./text-field";

const reasonLengthMax = 500;

interface ReasonFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  "label" | "maxLength" | "onChange"
> {
  onReason: (reason: string) => void;
}

/** Why somebody does what the ledger keeps. */
export function ReasonField({ onReason, ...field }: ReasonFieldProps) {
  return (
    <TextField
      {...field}
      label="Reason"
      maxLength={reasonLengthMax}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}
