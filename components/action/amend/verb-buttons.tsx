"use client";
import { Button } from "@/components/ui/button";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import type { Guard } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";
import type { AmendVerb } from "@/lib/core/action/amend-rules";
import { VERB_WORDS, type Offer } from "./amend-words";

interface VerbButtonsProps {
  offers: readonly Offer[];
  busy: boolean;
  /** The first one stands out: nothing else is to be decided here. */
  first?: boolean;
  className?: string;
  /** Where they take the place of something else. */
  guard?: Guard | null;
  onStart: (verb: AmendVerb) => void;
}

export function VerbButtons({
  offers,
  busy,
  first = false,
  className,
  guard = null,
  onStart,
}: VerbButtonsProps) {
  return offers.map(({ verb, whyNot }, index) => {
    const { label, key } = VERB_WORDS[verb];
    const button = {
      tone: first && index === 0 ? ("solid" as const) : ("plain" as const),
      className,
      disabled: busy || whyNot !== null,
      ...(whyNot === null ? {} : { title: whyNot, "aria-describedby": "verb-note" }),
      children: (
        <>
          {label}
          {key && (
            <Kbd className="border-current/40! bg-transparent! text-current! uppercase opacity-60">{key}</Kbd>
          )}
        </>
      ),
    };
    return guard ? (
      <GuardedButton key={verb} {...button} guard={guard} name={verb} onPress={() => onStart(verb)} />
    ) : (
      <Button key={verb} opens {...button} onClick={() => onStart(verb)} />
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
