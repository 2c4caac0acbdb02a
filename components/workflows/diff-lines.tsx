import { cn } from "@/components/ui/cn";
import type { VersionDiff } from "@/lib/contract/workflows/versions";
import { type FoldedLine, foldLines } from "@/lib/view/workflows/fold-lines";
import { countWords } from "@/lib/view/words";
import { SourceLine } from "./source-line";

const marks = { same: " ", added: "+", removed: "−" };
const words = { same: "", added: "Added: ", removed: "Removed: " };

interface DiffLinesProps {
  lines: VersionDiff["lines"];
  label: string;
  className?: string | undefined;
}

/** Added lines have a plus and removed ones a minus, beside their colour; the lines that stay are cut down to a few around them. */
export function DiffLines({ lines, label, className }: DiffLinesProps) {
  if (lines.every(({ kind }) => kind === "same"))
    return <p className="text-sm text-ink-2">The texts are the same.</p>;
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      aria-label={label}
      className={cn(
        "overflow-y-auto rounded-[10px] border bg-panel py-2 font-mono text-xs leading-5 -outline-offset-2",
        className,
      )}
    >
      {foldLines(lines).map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </section>
  );
}

const number = (line: number | null) => (
  <span aria-hidden className="pr-2 text-right opacity-80 select-none max-md:hidden">
    {line}
  </span>
);

function Line({ line }: { line: FoldedLine }) {
  if (line.kind === "left_out")
    return <p className="px-3 py-1 text-ink-3 md:pl-[5.75rem]">… {countWords(line.count, "equal line")}</p>;
  return (
    <div
      className={cn(
        "grid grid-cols-[1.75rem_minmax(0,1fr)] md:grid-cols-[2.5rem_2.5rem_1.25rem_minmax(0,1fr)]",
        line.kind === "added" && "bg-good-soft text-good",
        line.kind === "removed" && "bg-bad-soft text-bad",
      )}
    >
      {number(line.from_line)}
      {number(line.to_line)}
      <span aria-hidden className="font-semibold select-none max-md:pl-2.5">
        {marks[line.kind]}
      </span>
      <span className="min-w-0 pr-3">
        <span className="sr-only">{words[line.kind]}</span>
        <SourceLine text={line.text} />
      </span>
    </div>
  );
}
