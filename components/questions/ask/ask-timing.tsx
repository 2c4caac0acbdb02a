"use client";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { SelectField, TextAreaField } from "@/components/ui/forms/fields";
import { TIMEOUT_ACTIONS, type TimeoutAction } from "@/lib/core/interaction/interaction";
import {
  PACE_CHOICES,
  TIMEOUT_ACTION_NAMES,
  TIMEOUT_CHOICES,
  whyNoJson,
} from "@/lib/view/questions/ask-form";
import { AskSection } from "./ask-section";
import type { AskPartProps } from "./ask-part";
import { issueAt } from "./issue-at";

/** How long it is open, when people are reminded, and what follows when nobody answers. */
export function AskTiming({ draft, issues, onChange }: AskPartProps) {
  return (
    <AskSection title="Time">
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          name="timeout_seconds"
          label="Open for"
          options={TIMEOUT_CHOICES}
          value={draft.timeoutSeconds}
          onChange={(event) => onChange({ timeoutSeconds: event.target.value })}
        />
        <SelectField
          name="reminder_seconds"
          label="Remind them"
          options={PACE_CHOICES}
          value={draft.reminderSeconds}
          onChange={(event) => onChange({ reminderSeconds: event.target.value })}
        />
      </div>
      <ChoiceField
        name="timeout_action"
        legend="If nobody answers in time"
        error={null}
        multiple={false}
        options={TIMEOUT_ACTIONS.map((one) => ({ value: one, label: TIMEOUT_ACTION_NAMES[one] }))}
        chosen={[draft.timeoutAction]}
        readOnly={false}
        onChange={([chosen]) => onChange({ timeoutAction: chosen as TimeoutAction })}
      />
      {draft.timeoutAction === "default_response" && (
        <TextAreaField
          name="default_response"
          label="The default, as JSON"
          hint={'For an approval {"approved": false}, for a selection "one of the options".'}
          rows={3}
          spellCheck={false}
          error={whyNoJson(draft.defaultResponse) ?? issueAt(issues, "default_response")}
          value={draft.defaultResponse}
          onChange={(event) => onChange({ defaultResponse: event.target.value })}
        />
      )}
    </AskSection>
  );
}
