"use client";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import type { Responders } from "@/lib/contract/interactions/interactions";
import { RESPONDERS_MAX, RESPONSE_RULES, type ResponseRule } from "@/lib/core/interaction/interaction";
import { type ResponderKey, PACE_CHOICES, RULE_NAMES, mayEscalate } from "@/lib/view/questions/ask-form";
import { nameWithEmail } from "@/lib/view/people/name-with-email";
import { roleResponders } from "@/lib/view/questions/question-words";
import { ChosenResponders } from "./chosen-responders";
import { AskSection } from "./ask-section";
import type { AskPartProps } from "./ask-part";
import { CheckField } from "./check-field";
import { issueAt } from "./issue-at";

interface AskRespondersProps extends AskPartProps {
  people: Responders["people"];
}

/** The people who may answer, in the order of asking, and how many of them have to. */
export function AskResponders({ draft, issues, onChange, people }: AskRespondersProps) {
  const { responders, rule, inOrder } = draft;
  const choices: { value: ResponderKey; name: string }[] = [
    ...roleResponders,
    ...people.map((one) => ({ value: `person:${one.user_id}` as const, name: nameWithEmail(one) })),
  ];
  const nameOf = (asked: ResponderKey) => choices.find(({ value }) => value === asked)?.name ?? asked;
  const open = choices.filter(({ value }) => !responders.includes(value));
  return (
    <AskSection title="Who is asked">
      <ChosenResponders
        responders={responders}
        nameOf={nameOf}
        onRemove={(asked) => onChange({ responders: responders.filter((one) => one !== asked) })}
      />
      {responders.length < RESPONDERS_MAX && (
        <SelectField
          name="responders"
          label={responders.length === 0 ? "Ask" : "Ask somebody else as well"}
          error={issueAt(issues, "responders")}
          value=""
          options={[{ value: "", name: "Choose a role or a person" }, ...open]}
          onChange={(event) => onChange({ responders: [...responders, event.target.value as ResponderKey] })}
        />
      )}
      <ChoiceField
        name="rule"
        legend="Whose answer counts"
        error={null}
        multiple={false}
        options={RESPONSE_RULES.map((one) => ({ value: one, label: RULE_NAMES[one] }))}
        chosen={[rule]}
        readOnly={false}
        onChange={([chosen]) => onChange({ rule: chosen as ResponseRule })}
      />
      {rule === "n_of_m" && (
        <TextField
          name="answers_needed"
          label="Answers needed"
          inputMode="numeric"
          className="max-w-32"
          error={issueAt(issues, "answers_needed")}
          value={draft.answersNeeded}
          onChange={(event) => onChange({ answersNeeded: event.target.value })}
        />
      )}
      {rule === "all" && (
        <CheckField checked={inOrder} onChange={(to) => onChange({ inOrder: to })}>
          One after the other, in this order
        </CheckField>
      )}
      {mayEscalate(draft) && (
        <SelectField
          name="escalate_after_seconds"
          label="While nobody answers, the next one is asked as well"
          hint="Never: all of them are asked at once."
          options={PACE_CHOICES}
          value={draft.escalateAfterSeconds}
          onChange={(event) => onChange({ escalateAfterSeconds: event.target.value })}
        />
      )}
    </AskSection>
  );
}
