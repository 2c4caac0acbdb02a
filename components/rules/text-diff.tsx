"use client";
import { diffLines } from "diff";
import { cn } from "@/components/ui/cn";
import { UntrustedText } from "@/components/ui/untrusted-text";

const CONTEXT_LINES = 2;

interface Line {
  key: string;
  kind: "same" | "added" | "removed" | "left_out";
  text: string;
}

/** Two texts line by line; what is the same is left out but for two lines around each change. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const lines = linesOf(before, after);
  if (lines.every(({ kind }) => kind === "same" || kind === "left_out"))
    return <p className="mt-2 text-sm text-ink-2">The texts are the same.</p>;
  return (
    <pre
      aria-label="Changes, line by line"
      className="mt-2 max-h-96 overflow-auto rounded-lg border bg-sunken py-2 font-mono text-xs"
    >
      {lines.map(({ key, kind, text }) => (
        <div
          key={key}
          className={cn(
            "px-3 whitespace-pre-wrap",
            kind === "added" && "bg-good-soft text-good",
            kind === "removed" && "bg-bad-soft text-bad",
            kind === "left_out" && "text-ink-3",
          )}
        >
          <span aria-hidden>{marks[kind]}</span>
          <span className="sr-only">{words[kind]}</span>
          <UntrustedText>{text}</UntrustedText>
        </div>
      ))}
    </pre>
  );
}

const marks = { same: "  ", added: "+ ", removed: "− ", left_out: "  " };
const words = { same: "", added: "Added: ", removed: "Removed: ", left_out: "" };

function linesOf(before: string, after: string): Line[] {
  const parts = diffLines(before, after);
  return parts.flatMap((part, index) => {
    const kind = part.added ? "added" : part.removed ? "removed" : "same";
    const texts = part.value.replace(/\n$/, "").split("\n");
    const line = (text: string, at: number): Line => ({ key: `${index}-${at}`, kind, text });
    const isFirst = index === 0;
    const isLast = index === parts.length - 1;
    const shownMax = (isFirst ? 0 : CONTEXT_LINES) + (isLast ? 0 : CONTEXT_LINES);
    if (kind !== "same" || texts.length <= shownMax + 1) return texts.map(line);
    const head = isFirst ? [] : texts.slice(0, CONTEXT_LINES);
    const tail = isLast ? [] : texts.slice(-CONTEXT_LINES);
    const skipped = texts.length - head.length - tail.length;
    return [
      ...head.map(line),
      { key: `${index}-skipped`, kind: "left_out", text: `… ${skipped} equal lines` } as const,
      ...tail.map((text, at) => line(text, texts.length - tail.length + at)),
    ];
  });
}
