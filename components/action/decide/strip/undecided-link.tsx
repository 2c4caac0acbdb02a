"use client";
import { IntentLink } from "@/components/ui/intent-link";
import { useDecisions } from "@/components/action/decide/decisions";
import { actionHref } from "@/lib/view/views";
import { firstUndecided } from "./undecided";

/** The way back to a card whose decision was not taken after the reader had gone on. Loud, and in one place: nothing moves for it. */
export function UndecidedLink({ onOpen }: { onOpen?: (id: number) => void }) {
  const first = firstUndecided(useDecisions().undecided);
  if (!first) return null;
  return (
    <IntentLink
      href={actionHref(first.id)}
      title={first.why}
      data-testid="undecided"
      onClick={(event) => {
        if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
        // In place: the list stays as it is.
        event.preventDefault();
        onOpen(first.id);
      }}
      className="-my-0.5 shrink-0 rounded-full bg-bad-soft px-2 py-0.5 text-xs font-semibold text-bad underline-offset-2 hover:underline max-md:-my-2 max-md:py-2"
    >
      {first.words}
    </IntentLink>
  );
}
