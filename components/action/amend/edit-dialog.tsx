"use client";
import { useReducer } from "react";
import { useLive } from "@/components/data/actions";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { TextAreaField, TextField } from "@/components/ui/forms/fields";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/core/limits";
import { formatValue } from "@/lib/view/decimal";
import { plainWords, sentenceCase } from "@/lib/view/words";
import { EditAnswer } from "./edit-answer";
import { draftOf, editOf, isMistyped, isWritten, reduceDraft } from "./edit-draft";
import { EditPreview, isTooLate, useEditPreview } from "./edit-preview";
import { asLive } from "@/lib/view/action/as-live";
import { useAmendFlow } from "./amend-context";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** Other values for the same write. The server says their consequences while they are typed. */
export function EditDialog({ detail, onClose }: { detail: ActionDetail; onClose: () => void }) {
  const { run } = useAmendFlow();
  const { variable } = detail;
  const [draft, type] = useReducer(reduceDraft, variable, draftOf);
  const edit = editOf(variable, draft);
  const edited = edit?.changes.map(({ field }) => field) ?? [];
  const live = useLive(detail.id, true);
  const shownEdit = isWritten(variable, draft) ? edit : null;
  const preview = useEditPreview(detail, shownEdit);
  return (
    <FormSheet
      title="Edit this proposal"
      description="Your version takes its place and is decided like any other. The agent is told the difference."
      failed={null}
      press="Save this version"
      pressed="Saving your version…"
      leave="Leave it as it is"
      ready={edit !== null && !isTooLate(preview)}
      send={(form) => run(detail, { verb: "edit", ...edit!, reason: String(form.get("reason")).trim() })}
      done={() => ""}
      renderNext={(answer) => <EditAnswer answer={answer} earlierId={detail.id} onClose={onClose} />}
      onClose={onClose}
    >
      <SentenceBox action={asLive(detail, live.data)} />
      {variable.changes.map((change, index) => (
        <ChangeField
          key={change.field}
          detail={detail}
          change={change}
          name={`changes[${edited.indexOf(change.field)}]`}
          value={draft.values[index]!}
          first={index === 0}
          onValue={(text) => type({ part: "values", index, text })}
        />
      ))}
      {variable.texts.map(({ key }, index) => (
        <TextField
          key={key}
          name={`context.${key}`}
          label={sentenceCase(plainWords(key))}
          hint="Written beside the change; empty removes it."
          value={draft.texts[index]!}
          onChange={({ target }) => type({ part: "texts", index, text: target.value })}
        />
      ))}
      <EditPreview detail={detail} edit={shownEdit} query={preview} />
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
  const wrong = isMistyped(kind, value);
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
