"use client";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { FIELD_LOOK, FieldFrame, type FieldWords, fieldAria } from "./field-frame";
import { useFormField } from "./use-submission";

interface TextFieldProps extends Omit<ComponentProps<"input">, "id">, FieldWords {
  mono?: boolean;
}

/** A labelled input whose hint and error are read out with it. */
export function TextField({ id, label, hint, error, mono = false, className, ...rest }: TextFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id, label, hint, error: field.error };
  return (
    <FieldFrame {...words}>
      <input
        {...fieldAria(words)}
        className={cn(FIELD_LOOK, mono && "font-mono tracking-wide", className)}
        {...rest}
        disabled={field.disabled}
      />
    </FieldFrame>
  );
}
