"use client";
import { SelectField, TextAreaField, TextField } from "@/components/ui/forms/fields";
import type { InputField } from "@/lib/view/workflows/input-form";

interface InputProps {
  field: InputField;
  value: string;
  /** The fault of the typed text. The server's refusal arrives under the field's name. */
  error: string | null;
  isFirst: boolean;
  onChange: (text: string) => void;
}

/** One input of a workflow, as its JSON Schema describes it. */
export function Input({ field, value, error, isFirst, onChange }: InputProps) {
  const { name, label, hint, kind, isNeeded, options } = field;
  const common = {
    name: `inputs.${name}`,
    label,
    ...(hint && { hint }),
    error,
    value,
    ...(isFirst && { "data-focus-first": true }),
  };
  const change = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (kind) {
    case "choice":
      return (
        <SelectField
          {...common}
          options={[{ value: "", name: isNeeded ? "Choose one" : "None" }, ...options]}
          onChange={change}
        />
      );
    case "json":
      return <TextAreaField {...common} rows={4} spellCheck={false} onChange={change} />;
    case "integer":
    case "number":
      return (
        <TextField
          {...common}
          inputMode={kind === "integer" ? "numeric" : "decimal"}
          className="tabular-nums"
          onChange={change}
        />
      );
    case "text":
      return <TextField {...common} spellCheck={false} onChange={change} />;
  }
}
