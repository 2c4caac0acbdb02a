"use client";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icons/icon";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ResponderKey } from "@/lib/view/questions/ask-form";

interface ChosenRespondersProps {
  responders: readonly ResponderKey[];
  nameOf: (asked: ResponderKey) => string;
  onRemove: (asked: ResponderKey) => void;
}

/** The responders chosen so far, in the order in which they will be asked. */
export function ChosenResponders({ responders, nameOf, onRemove }: ChosenRespondersProps) {
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
