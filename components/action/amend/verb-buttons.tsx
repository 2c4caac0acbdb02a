"use client";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { AmendVerb } from "@/lib/core/action/amend-rules";
import { VERB_WORDS, type Offer } from "./amend-words";

interface VerbButtonsProps {
  offers: readonly Offer[];
  busy: boolean;
  /** The first one stands out: nothing else is to be decided here. */
  first?: boolean;
  onStart: (verb: AmendVerb) => void;
}

export function VerbButtons({ offers, busy, first = false, onStart }: VerbButtonsProps) {
  return offers.map(({ verb, whyNot }, index) => {
    const { label, key } = VERB_WORDS[verb];
    return (
      <Button
        key={verb}
        tone={first && index === 0 ? "solid" : "plain"}
        disabled={busy || whyNot !== null}
        {...(whyNot === null ? {} : { title: whyNot, "aria-describedby": "verb-note" })}
        onClick={() => onStart(verb)}
      >
        {label}
        {key && (
          <Kbd className="border-current/40! bg-transparent! text-current! uppercase opacity-60">{key}</Kbd>
        )}
      </Button>
    );
  });
}

/** Why what cannot be done cannot, in the server's words. */
export function WhyNot({ offers }: { offers: readonly Offer[] }) {
  const refused = offers.filter(({ whyNot }) => whyNot !== null);
  if (refused.length === 0) return null;
  // One reason often stands for several verbs.
  const reasons = [...new Set(refused.map(({ whyNot }) => whyNot))];
  return (
    <span id="verb-note" className="text-xs text-ink-2">
      {reasons.map((reason) => (
        <span key={reason} className="block">
          <b className="font-medium">
            {refused
              .filter(({ whyNot }) => whyNot === reason)
              .map(({ verb }) => VERB_WORDS[verb].label)
              .join(", ")}
            :
          </b>{" "}
          {reason}
        </span>
      ))}
    </span>
  );
}
