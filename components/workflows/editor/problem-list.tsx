"use client";
import { cn } from "@/components/ui/cn";
import { Icon } from "@/components/ui/icons/icon";
import type { IconName } from "@/components/ui/icons/icon-names";
import { RowList } from "@/components/ui/lists/row-list";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { TextStanding } from "@/lib/view/workflows/text-standing";
import type { CheckedText } from "./use-checked-text";

const looks: Record<TextStanding["kind"], [icon: IconName, ink: string]> = {
  empty: ["pen-line", "text-ink-2"],
  checking: ["hourglass", "text-ink-2"],
  faultless: ["check", "text-good"],
  faulty: ["circle-alert", "text-bad"],
  unchecked: ["info", "text-warn"],
};

interface ProblemListProps {
  checked: CheckedText;
  onJump: (line: number, column: number) => void;
}

/** How the text stands, and each of its faults or warnings with its place; a press leads there. */
export function ProblemList({ checked: { standing, problems }, onJump }: ProblemListProps) {
  const [icon, ink] = looks[standing.kind];
  return (
    <section aria-label="Faults of the text" className="grid gap-2">
      <output className={cn("flex min-h-5 items-center gap-1.5 text-sm font-medium", ink)}>
        <Icon name={icon} className="size-4 shrink-0" />
        {standing.words}
      </output>
      {problems.length > 0 && (
        <RowList className={cn(standing.kind === "checking" && "opacity-60")}>
          {problems.map(({ line, column, code, message }) => (
            <li key={`${line}:${column}:${code}:${message}`}>
              <button
                type="button"
                onClick={() => onJump(line, column)}
                className="grid w-full grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 px-3 py-2 text-left text-sm hover:bg-sunken max-md:min-h-11"
              >
                <span
                  className={cn(
                    "font-mono text-xs leading-5",
                    standing.kind === "faultless" ? "text-warn" : "text-bad",
                  )}
                >
                  <span className="sr-only">Line and column </span>
                  {line}:{column}
                </span>
                <span className="min-w-0">
                  <UntrustedText>{message}</UntrustedText>
                </span>
              </button>
            </li>
          ))}
        </RowList>
      )}
    </section>
  );
}
