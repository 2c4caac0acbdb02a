"use client";
import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { useFormField } from "./form-field";
import { FieldNotes, fieldAria } from "./text-field";

interface ChoiceFieldProps {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  error: string | null;
  /** Several may be chosen. */
  multiple: boolean;
  options: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  /** It shows what was chosen and takes nothing more. */
  readOnly: boolean;
  onChange: (chosen: string[]) => void;
}

/** One of several options, or several of them, each on a line of its own. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { name, legend, hint, multiple, options, chosen, readOnly, onChange } = props;
  const { error, disabled } = useFormField({ name, error: props.error });
  const id = useId();
  const { "aria-describedby": described } = fieldAria({ id, hint, error });
  const choose = (value: string) => {
    if (readOnly) return;
    if (!multiple) return onChange([value]);
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  return (
    <fieldset className="grid grid-cols-1 gap-1.5" aria-describedby={described}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={cn("grid divide-y rounded-lg border border-line-strong bg-bg", error && "border-bad")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-10 items-center gap-3 px-3 py-2 text-sm has-checked:font-medium max-md:min-h-11"
          >
            <input
              type={multiple ? "checkbox" : "radio"}
              name={name}
              value={option.value}
              checked={chosen.includes(option.value)}
              disabled={disabled}
              aria-disabled={readOnly || undefined}
              data-invalid={error ? true : undefined}
              onChange={() => choose(option.value)}
              className="size-4 shrink-0 accent-ink"
            />
            <span className="min-w-0">{option.label}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}
