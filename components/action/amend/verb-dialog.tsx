"use client";
import { useState } from "react";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { VERB_WORDS } from "./amend-words";
import { useAmendFlow } from "./amend-context";
import { UndoPreview } from "./undo-preview";
import { DIALOG_VERBS, type DialogVerb, type DialogVerbWords } from "./dialog-verbs";
import { useNow } from "@/components/state/clock";
import { extensionSeconds, type RiskTier } from "@/lib/core/action/risk-tier";
import { hasVisibleText } from "@/lib/core/values/shown-text";
import { COMMENT_LENGTH_MAX } from "@/lib/core/limits";
import { exactText } from "@/lib/view/time";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { TextAreaField } from "@/components/ui/forms/fields";

interface VerbDialogProps {
  verb: DialogVerb;
  action: ActionSummary;
  onClose: () => void;
}

/** Undo, withdraw, extend, cancel: the change once more, a reason, one press. A refusal stays here, in the server's words. */
export function VerbDialog({ verb, action, onClose }: VerbDialogProps) {
  const { run } = useAmendFlow();
  const [reason, setReason] = useState("");
  const words: DialogVerbWords = DIALOG_VERBS[verb];
  return (
    <FormSheet
      title={words.title}
      description={words.description}
      failed={null}
      press={words.submit}
      pressed={VERB_WORDS[verb].sending}
      leave="Leave it as it is"
      tone={words.tone}
      ready={words.optional === true || hasVisibleText(reason)}
      send={() => run(action, { verb, reason: reason.trim() })}
      done={() => ""}
      onClose={onClose}
    >
      <SentenceBox action={action} />
      {verb === "undo" && <UndoPreview action={action} />}
      {verb === "extend" && <NewExpiry action={action} />}
      <TextAreaField
        data-focus-first
        label={words.optional ? "Reason (optional)" : "Reason"}
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
