"use client";
import { CopyButton } from "@/components/ui/forms/copy-button";

interface CodeBlockProps {
  /** Names it for the copy button, such as `the five lines`. */
  subject: string;
  /** Above it: a file's name, or where it is run. */
  caption: string;
  children: string;
}

/** A text to copy, wrapped where the screen is narrower. */
export function CodeBlock({ subject, caption, children }: CodeBlockProps) {
  return (
    <figure
      aria-label={subject}
      className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-lg border bg-sunken"
    >
      <figcaption className="flex flex-wrap items-center justify-between gap-2 border-b py-1.5 pr-1.5 pl-3 text-xs text-ink-2">
        {caption}
        <CopyButton text={children} subject={subject} />
      </figcaption>
      <pre className="p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">{children}</pre>
    </figure>
  );
}
