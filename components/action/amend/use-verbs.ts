"use client";
import { useMemo } from "react";
import { useViewer } from "@/components/data/viewer";
import { useOfferCommands } from "@/components/keyboard/commands";
import { useKeys } from "@/components/keyboard/use-keys";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { AmendVerb } from "@/lib/core/action/amend-rules";
import { offersOf, VERB_WORDS, type Offer } from "./amend-words";
import { useAmendFlow, type AmendState } from "./amend-context";

export interface Verbs {
  offers: Offer[];
  state: AmendState | null;
  start: (verb: AmendVerb) => void;
}

/** The amendments of the action on screen, offered by button, key and palette alike. */
export function useVerbs(detail: ActionDetail | null): Verbs {
  const viewer = useViewer();
  const { states, edit, ask, run } = useAmendFlow();
  const state = (detail && states.get(detail.id)) ?? null;
  const busy = state?.phase === "sending";
  const offers = useMemo(() => (detail ? offersOf(detail, viewer.role) : []), [detail, viewer.role]);
  const start = useMemo(
    () => (verb: AmendVerb) => {
      const offer = offers.find((entry) => entry.verb === verb);
      if (!detail || !offer || offer.whyNot !== null || busy) return;
      // A decision is taken back from the strip, which knows how long that is possible.
      if (verb === "take_back") return;
      if (verb === "edit") edit(detail);
      else if (verb === "retry") void run(detail, { verb });
      else ask(verb, detail);
    },
    [offers, detail, busy, edit, ask, run],
  );
  useKeys([{ key: "e", run: () => start("edit") }]);
  const commands = useMemo(
    () =>
      offers.map(({ verb, whyNot }) => ({
        name: `${VERB_WORDS[verb].label} #${detail?.id}`,
        key: VERB_WORDS[verb].key,
        whyNot,
        run: () => start(verb),
      })),
    [offers, detail?.id, start],
  );
  useOfferCommands("amend", commands);
  return { offers, state, start };
}
