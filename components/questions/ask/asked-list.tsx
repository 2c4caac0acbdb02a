"use client";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icons/icon";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { AskedResponder } from "@/lib/view/questions/ask-form";

interface AskedListProps {
  responders: readonly AskedResponder[];
  nameOf: (asked: AskedResponder) => string;
  onRemove: (asked: AskedResponder) => void;
}

/** Those whom the question names so far, in the order of asking. */
export function AskedList({ responders, nameOf, onRemove }: AskedListProps) {
  if (responders.length === 0) return null;
  return (
    <ol aria-label="Those who are asked" className="grid divide-y rounded-lg border border-line-strong bg-bg">
      {responders.map((asked) => (
        <li key={asked} className="flex min-h-10 items-center justify-between gap-3 py-1 pr-1 pl-3 text-sm">
          <span className="min-w-0 break-words">
            <UntrustedText>{nameOf(asked)}</UntrustedText>
          </span>
          <Button
            size="icon"
            tone="quiet"
            aria-label={`Do not ask ${nameOf(asked)}`}
            onClick={() => onRemove(asked)}
          >
            <Icon name="x" className="size-4" />
          </Button>
        </li>
      ))}
    </ol>
  );
}
