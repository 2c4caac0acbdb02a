"use client";
import { type ComponentProps, useId } from "react";
import { cn } from "@/components/ui/cn";
import { FIELD_LOOK, FieldFrame, type FieldWords, fieldAria } from "./text-field";
import { useFormField } from "./form-field";

export { TextField, useFocusFirst } from "./text-field";

interface SelectFieldProps extends Omit<ComponentProps<"select">, "id">, FieldWords {
  options: readonly { value: string; name: string }[];
}

export function SelectField({ label, hint, error, options, className, ...rest }: SelectFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id: useId(), label, hint, error: field.error };
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

interface TextAreaFieldProps extends Omit<ComponentProps<"textarea">, "id">, FieldWords {
  /** Enter sends the form around it, Shift and Enter begin a line. */
  sendsOnEnter?: boolean;
}

/** The key belongs to an input method, which takes Enter for the word that it offers. Safari tells it by the code alone. */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

export function TextAreaField({ label, hint, error, sendsOnEnter = false, ...rest }: TextAreaFieldProps) {
  const field = useFormField({ name: rest.name, error, disabled: rest.disabled });
  const words = { id: useId(), label, hint, error: field.error };
  return (
    <FieldFrame {...words}>
      <textarea
        {...fieldAria(words)}
        onKeyDown={(event) => {
          if (!sendsOnEnter || event.key !== "Enter" || event.shiftKey || event.repeat) return;
          if (isComposing(event.nativeEvent)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="rounded-lg border border-line-strong bg-bg px-3 py-2 text-sm aria-invalid:border-bad max-md:text-[16px]"
        {...rest}
        disabled={field.disabled}
      />
    </FieldFrame>
  );
}
