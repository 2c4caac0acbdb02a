"use client";
import { IntentLink } from "@/components/ui/intent-link";
import { cn } from "@/components/ui/cn";
import { viewHref } from "@/lib/view/views";
import { useDecisions } from "@/components/action/decide/decisions";
import { useOwnWrites } from "./use-own-writes";
import { countEnds } from "./write-ends";

/**
 * What became of the decisions of this tab: how many are being sent, how many approved writes are on their way, and which of
 * them need somebody.
 */
export function OwnWritesLine({ className }: { className?: string | undefined }) {
  const writes = useOwnWrites();
  const sending = [...useDecisions().states.values()].filter(({ phase }) => phase === "sending").length;
  if (writes.size === 0 && sending === 0) return null;
  const { writing, applied, stale, dead } = countEnds(writes.values());
  const parts = [
    sending > 0 && `${sending} sending`,
    writing > 0 && `${writing} writing`,
    writing === 0 && applied > 0 && `${applied} applied`,
    stale > 0 && <Needs key="stale" href={viewHref("stale")} words={`${stale} stale`} />,
    dead > 0 && <Needs key="dead" href="/dead-letters" words={`${dead} not written`} />,
  ].filter((part) => part !== false);
  return (
    <p data-testid="own-writes" className={cn("shrink-0 text-xs text-ink-3", className)}>
      {parts.map((part, at) => (at === 0 ? part : [" · ", part]))}
    </p>
  );
}

const Needs = ({ href, words }: { href: string; words: string }) => (
  <IntentLink href={href} className="font-medium text-warn underline-offset-2 hover:underline">
    {words}
  </IntentLink>
);
