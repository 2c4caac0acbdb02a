"use client";
import { Command } from "cmdk";
import { type FocusEvent, type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Icon } from "@/components/ui/icons/icon";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { FIELD_LOOK, FieldNotes } from "./text-field";

interface Option {
  value: string;
  label: string;
}

interface PickFieldProps {
  legend: ReactNode;
  hint?: ReactNode;
  /** The label of the search field, such as “Add a person or a role”. */
  addLabel: string;
  options: readonly Option[];
  /** In their order. One that is no option any more is shown by `nameOf`. */
  chosen: readonly string[];
  nameOf: (value: string) => string;
  max: number;
  onChange: (chosen: string[]) => void;
}

/** More than these are found by typing on. */
const SHOWN_MAX = 8;

/** Several of many options, in an order: those chosen so far as a list, and a field that searches the others. */
export function PickField(props: PickFieldProps) {
  const { legend, hint, addLabel, options, chosen, nameOf, max, onChange } = props;
  const id = useId();
  const open = options.filter(({ value }) => !chosen.includes(value));
  return (
    <fieldset className="grid grid-cols-1 gap-1.5" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {chosen.length > 0 && (
        <ol className="grid divide-y rounded-lg border border-line-strong bg-bg">
          {chosen.map((value) => (
            <li
              key={value}
              className="flex min-h-10 items-center justify-between gap-3 py-1 pr-1 pl-3 text-sm"
            >
              <span className="min-w-0 break-words">
                <UntrustedText>{nameOf(value)}</UntrustedText>
              </span>
              <Button
                size="icon"
                tone="quiet"
                aria-label={`Remove ${nameOf(value)}`}
                onClick={() => onChange(chosen.filter((one) => one !== value))}
              >
                <Icon name="x" className="size-4" />
              </Button>
            </li>
          ))}
        </ol>
      )}
      {chosen.length < max && (
        <Search label={addLabel} options={open} onPick={(value) => onChange([...chosen, value])} />
      )}
      <FieldNotes id={id} hint={hint} />
    </fieldset>
  );
}

interface SearchProps {
  label: string;
  options: readonly Option[];
  onPick: (value: string) => void;
}

function Search({ label, options, onPick }: SearchProps) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const sought = text.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(sought));
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setOpen(false);
  };
  return (
    <Command label={label} shouldFilter={false} onFocus={() => setOpen(true)} onBlur={leave}>
      <Command.Input
        value={text}
        onValueChange={(to) => {
          setText(to);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isOpen) return;
          event.stopPropagation();
          setOpen(false);
        }}
        placeholder={label}
        className={cn(FIELD_LOOK, "w-full")}
      />
      <Command.List
        hidden={!isOpen}
        // A press on an option leaves the focus where it is, or the list would be gone before the press ends.
        onMouseDown={(event) => event.preventDefault()}
        className="mt-1 overflow-hidden rounded-lg border border-line-strong bg-panel p-1"
      >
        {found.length === 0 && <p className="px-2.5 py-2 text-sm text-ink-2">Nobody by that name.</p>}
        {found.slice(0, SHOWN_MAX).map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            onSelect={() => {
              setText("");
              onPick(option.value);
            }}
            className="flex min-h-10 items-center rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-sunken max-md:min-h-11"
          >
            <span className="min-w-0 break-words">
              <UntrustedText>{option.label}</UntrustedText>
            </span>
          </Command.Item>
        ))}
        {found.length > SHOWN_MAX && (
          <p className="px-2.5 py-2 text-xs text-ink-3">{found.length - SHOWN_MAX} more: type on.</p>
        )}
      </Command.List>
    </Command>
  );
}
