"use client";
import { useState } from "react";
import { useLive } from "@/components/data/actions";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { TextAreaField, TextField } from "@/components/ui/forms/fields";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/contract/actions/decision";
import { formatValue } from "@/lib/view/decimal";
import { plainWords, sentenceCase } from "@/lib/view/words";
import { EditAnswer } from "./edit-answer";
import { useAmendFlow } from "./amend-context";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** Other values for the same write. The server names their tier once it has read the record again. */
export function EditDialog({ detail, onClose }: { detail: ActionDetail; onClose: () => void }) {
  const { run } = useAmendFlow();
  const { variable } = detail;
  const [values, setValues] = useState(() => variable.changes.map(({ to }) => to ?? ""));
  const [texts, setTexts] = useState(() => variable.texts.map(({ value }) => value ?? ""));
  const changes = variable.changes.flatMap(({ field, to }, index) =>
    values[index] === (to ?? "") ? [] : [{ field, to: values[index]!.trim() }],
  );
  const context = Object.fromEntries(
    variable.texts.flatMap(({ key, value }, index) =>
      texts[index] === (value ?? "") ? [] : [[key, texts[index]!.trim() || null]],
    ),
  );
  const varied = changes.length > 0 || Object.keys(context).length > 0;
  return (
    <FormSheet
      title="Edit this proposal"
      description="Your version takes its place and is decided like any other. The agent is told the difference."
      failed={null}
      press="Save this version"
      pressed="Saving your version…"
      leave="Leave it as it is"
      ready={varied}
      send={(form) =>
        run(detail, { verb: "edit", changes, context, reason: String(form.get("reason")).trim() })
      }
      done={() => ""}
      renderNext={(answer) => <EditAnswer answer={answer} earlierId={detail.id} onClose={onClose} />}
      onClose={onClose}
      note={
        <p className="text-xs text-ink-2 max-md:basis-full">
          {varied ? "At L4 and L5 somebody else than you approves it." : "Change a value to save."}
        </p>
      }
    >
      <SentenceBox action={detail} />
      {variable.changes.map((change, index) => (
        <ChangeField
          key={change.field}
          detail={detail}
          change={change}
          name={`changes[${changes.findIndex(({ field }) => field === change.field)}]`}
          value={values[index]!}
          first={index === 0}
          onValue={(value) => setValues((before) => before.with(index, value))}
        />
      ))}
      {variable.texts.map(({ key }, index) => (
        <TextField
          key={key}
          name={`context.${key}`}
          label={sentenceCase(plainWords(key))}
          hint="Written beside the change; empty removes it."
          value={texts[index]}
          onChange={({ target }) => setTexts((before) => before.with(index, target.value))}
        />
      ))}
      <TextField
        name="reason"
        label="Reason (optional)"
        hint="The agent is told."
        maxLength={COMMENT_LENGTH_MAX}
      />
    </FormSheet>
  );
}

interface ChangeFieldProps {
  detail: ActionDetail;
  change: ActionDetail["variable"]["changes"][number];
  /** As a refusal names it. */
  name: string;
  value: string;
  first: boolean;
  onValue: (value: string) => void;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** One value, with what NetSuite holds now beside it. */
function ChangeField({ detail, change, name, value, first, onValue }: ChangeFieldProps) {
  const live = useLive(detail.id, true);
  const { kind, label, field, to } = change;
  const valueText = (text: string) => formatValue(text, kind, detail.impact.currency);
  const entry =
    live.data?.state === "read" ? live.data.values.find((item) => item.field === field) : undefined;
  const now = entry?.value
    ? `In NetSuite now: ${valueText(entry.value)}. `
    : live.isPending
      ? "Reading NetSuite… "
      : "";
  const wrong = kind !== "text" && value.trim() !== "" && !decimal.test(value.trim());
  const common = {
    name,
    label: sentenceCase(label),
    value,
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
    ...(first ? { "data-focus-first": true } : {}),
  };
  if (kind === "text") return <TextAreaField {...common} rows={3} />;
  return (
    <TextField
      {...common}
      hint={`${now}${to === null ? "" : `The proposal says ${valueText(to)}.`}`}
      error={wrong ? "Digits and a point, such as 1.48." : null}
      inputMode="decimal"
      mono
    />
  );
}
