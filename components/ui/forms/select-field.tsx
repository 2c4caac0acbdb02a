"use client";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { FIELD_LOOK, FieldFrame, type FieldWords, fieldAria } from "./field-frame";
import { useFormField } from "./use-submission";

interface SelectFieldProps extends Omit<ComponentProps<"select">, "id">, FieldWords {
  options: readonly { value: string; name: string }[];
}

/** A labelled choice whose hint and error are read out with it. */
export function SelectField({ id, label, hint, error, options, className, ...rest }: SelectFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id, label, hint, error: field.error };
  return (
    <FieldFrame {...words}>
      <select {...fieldAria(words)} className={cn(FIELD_LOOK, className)} {...rest} disabled={field.disabled}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
