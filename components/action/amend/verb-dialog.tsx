"use client";
import { useState } from "react";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/contract/decision";
import { VERB_WORDS } from "./amend-words";
import { useAmendFlow, type DialogVerb } from "./amend-context";
import { useNow } from "@/components/state/clock";
import { extensionSeconds, type RiskTier } from "@/lib/core/action/risk-tier";
import { hasVisibleText } from "@/lib/core/values/text-safety";
import { exactText } from "@/lib/view/time";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { TextAreaField } from "@/components/ui/forms/fields";

const texts: Record<
  DialogVerb,
  { title: string; description: string; submit: string; label: string; placeholder: string; needed: boolean }
> = {
  undo: {
    title: "Undo this?",
    description:
      "Proposes the change that takes it back. It is decided like any other; nothing is written by asking.",
    submit: "Propose the undo",
    label: "Reason (optional)",
    placeholder: "What was wrong with it?",
    needed: false,
  },
  withdraw: {
    title: "Withdraw this?",
    description: "Nobody has to decide it any more, and nothing is written to NetSuite.",
    submit: "Withdraw",
    label: "Reason (optional)",
    placeholder: "What should the others know?",
    needed: false,
  },
  extend: {
    title: "Extend this?",
    description:
      "It gets the time again that it was given first, at most the full time of its tier, counted from now. This is possible only once; nothing else about it changes.",
    submit: "Extend",
    label: "Reason",
    placeholder: "Why can nobody decide it in time?",
    needed: true,
  },
  cancel: {
    title: "Cancel this write?",
    description: "It was approved. Nothing of it has been written, and nothing will be.",
    submit: "Cancel the write",
    label: "Reason",
    placeholder: "Why is it not to be written after all?",
    needed: true,
  },
};

interface VerbDialogProps {
  verb: DialogVerb;
  action: ActionSummary;
  onClose: () => void;
}

/** Undo, withdraw, extend, cancel: the change once more, a reason, one press. A refusal stays here, in the server's words. */
export function VerbDialog({ verb, action, onClose }: VerbDialogProps) {
  const { run } = useAmendFlow();
  const [reason, setReason] = useState("");
  const words = texts[verb];
  return (
    <FormSheet
      title={words.title}
      description={words.description}
      failed={null}
      press={words.submit}
      pressed={VERB_WORDS[verb].sending}
      leave="Leave it as it is"
      tone={verb === "undo" || verb === "extend" ? "solid" : "danger"}
      ready={!words.needed || hasVisibleText(reason)}
      send={() => run(action, { verb, reason: reason.trim() })}
      done={() => ""}
      onClose={onClose}
    >
      <SentenceBox action={action} />
      {verb === "extend" && <NewExpiry action={action} />}
      <TextAreaField
        data-focus-first
        id="verb-reason"
        label={words.label}
        rows={2}
        maxLength={COMMENT_LENGTH_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        sendsOnEnter
        placeholder={words.placeholder}
      />
    </FormSheet>
  );
}

/** The time it would get, before anybody confirms it. The server counts from its own clock. */
function NewExpiry({ action }: { action: ActionSummary }) {
  const now = useNow();
  const seconds = (Date.parse(action.expires_at) - Date.parse(action.created_at)) / 1_000;
  const until = new Date(
    now + extensionSeconds(action.risk_level as RiskTier, seconds) * 1_000,
  ).toISOString();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm" data-testid="new-expiry">
      <dt className="text-ink-2">Now expires</dt>
      <dd>{exactText(action.expires_at)}</dd>
      <dt className="text-ink-2">Extended, it expires</dt>
      <dd className="font-medium">{exactText(until)}</dd>
    </dl>
  );
}
