"use client";
import { useId, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { lineCountOf, offsetOf } from "@/lib/view/workflows/text-position";
import { ProblemList } from "./problem-list";
import type { CheckedText } from "./use-checked-text";

interface SourceEditorProps {
  text: string;
  onChange: (text: string) => void;
  checked: CheckedText;
}

/** Both columns have lines of one height, or the numbers would leave their lines. */
const lineLook = "font-mono text-xs leading-5 max-md:text-[16px] max-md:leading-6";

/** A workflow's text with the numbers of its lines and below it its faults. Tab leaves it, as it leaves every field. */
export function SourceEditor({ text, onChange, checked }: SourceEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const markInk = checked.standing.kind === "faultless" ? "text-warn" : "text-bad";
  const faulty = new Set(checked.problems.map(({ line }) => line));
  const jump = (line: number, column: number) => {
    if (area.current) goTo(area.current, line, column);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          Text
        </label>
        <div className="grid h-[min(32rem,60dvh)] grid-cols-[auto_minmax(0,1fr)] overflow-hidden rounded-lg border border-line-strong bg-bg focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent short:h-[16rem]">
          <div
            ref={numbers}
            aria-hidden
            className={cn(
              "overflow-hidden border-r bg-sunken/50 px-2 py-2 text-right text-ink-3 select-none",
              lineLook,
            )}
          >
            {Array.from({ length: lineCountOf(text) }, (_, index) => (
              <div key={index} className={cn(faulty.has(index + 1) && `font-bold ${markInk}`)}>
                {faulty.has(index + 1) && "●"} {index + 1}
              </div>
            ))}
            {/* The text's own scroll bar leaves room below its last line. */}
            <div className="h-6" />
          </div>
          <textarea
            ref={area}
            id={id}
            value={text}
            wrap="off"
            data-scrolls-sideways
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            aria-describedby={`${id}-hint`}
            aria-invalid={checked.standing.kind === "faulty" || undefined}
            onChange={(event) => onChange(event.target.value)}
            onScroll={(event) => {
              if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
            }}
            className={cn("resize-none overflow-auto bg-transparent px-3 py-2 outline-none", lineLook)}
          />
        </div>
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          YAML, at most 50,000 characters. Tab leads on to the next field.
        </p>
      </div>
      <ProblemList checked={checked} onJump={jump} />
    </div>
  );
}

/** The place is chosen and in view, a little below the upper edge. */
function goTo(area: HTMLTextAreaElement, line: number, column: number): void {
  const at = offsetOf(area.value, line, column);
  area.focus();
  area.setSelectionRange(at, Math.min(at + 1, area.value.length));
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight) || 20;
  area.scrollTop = Math.max(0, (line - 4) * lineHeight);
  area.scrollIntoView({ block: "nearest" });
}
