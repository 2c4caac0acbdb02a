import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";

interface FilterBarProps {
  label: string;
  tabs: readonly { key: string; name: string; href: string; here: boolean }[];
  tabsClassName?: string;
  /** The narrower choice beside the tabs. */
  children: ReactNode;
}

/** The filters of a list, as links: the address keeps them. */
export function FilterBar({ label, tabs, tabsClassName, children }: FilterBarProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b">
      <nav aria-label={label} className={cn("flex min-w-0 gap-5 overflow-x-auto", tabsClassName)}>
        {tabs.map((tab) => (
          <Link
            key={tab.key}
            href={tab.href}
            aria-current={tab.here ? "page" : undefined}
            className={cn(
              "-mb-px flex min-h-9 items-center border-b-2 border-transparent px-0.5 text-sm whitespace-nowrap text-ink-2 hover:text-ink max-md:min-h-11",
              tab.here && "border-ink! font-medium text-ink!",
            )}
          >
            {tab.name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

export function FilterSelect({ label, value, onChoose, children }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className="mb-2 min-h-8 max-w-full min-w-0 rounded-lg border border-line-strong bg-panel px-2 text-xs max-md:min-h-11 max-md:w-full max-md:text-sm"
    >
      {children}
    </select>
  );
}

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** The first option, which filters nothing. */
  any: string;
  /** Null: any. */
  value: Value | null;
  options: readonly { value: Value; name: string }[];
  onChoose: (value: Value | null) => void;
}

/** One of a fixed list, or any. */
export function FilterChoice<Value extends string>({
  label,
  any,
  value,
  options,
  onChoose,
}: FilterChoiceProps<Value>) {
  return (
    <FilterSelect
      label={label}
      value={value ?? ""}
      onChoose={(chosen) => onChoose(options.find((option) => option.value === chosen)?.value ?? null)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </FilterSelect>
  );
}
