"use client";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useLive } from "@/components/data/actions";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import { TextAreaField, TextField } from "@/components/ui/forms/fields";
import type { ActionDetail } from "@/lib/contract/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/contract/decision";
import { formatValue } from "@/lib/view/decimal";
import { actionHref } from "@/lib/view/views";
import { plainWords, sentenceCase } from "@/lib/view/words";
import { AnswerOfEdit } from "./edit-answer";
import { useAmendFlow } from "./amend-context";
import type { VerbAnswer } from "./send-verb";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { StepForm } from "@/components/ui/sheets/step-form";

/** Other values for the same write. What tier they meet is said by the server, once it has read the record again. */
export function EditDialog({ detail, onClose }: { detail: ActionDetail; onClose: () => void }) {
  const { run } = useAmendFlow();
  const router = useRouter();
  const { variable } = detail;
  const [values, setValues] = useState(() => variable.changes.map(({ to }) => to ?? ""));
  const [texts, setTexts] = useState(() => variable.texts.map(({ value }) => value ?? ""));
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<VerbAnswer | null>(null);
  const once = useRef(false);
  const changes = variable.changes.flatMap(({ field, to }, index) =>
    values[index] !== (to ?? "") ? [{ field, to: values[index]!, index }] : [],
  );
  const context = Object.fromEntries(
    variable.texts.flatMap(({ key, value }, index) =>
      texts[index] !== (value ?? "") ? [[key, texts[index]!.trim() || null]] : [],
    ),
  );
  const varied = changes.length > 0 || Object.keys(context).length > 0;
  const saved = answer && answer.tone !== "bad" ? answer : null;

  const submit = async () => {
    if (once.current) return;
    once.current = true;
    setSending(true);
    const sent = changes.map(({ field, to }) => ({ field, to: to.trim() }));
    const result = await run(detail, { verb: "edit", changes: sent, context, reason: reason.trim() });
    once.current = false;
    setSending(false);
    setAnswer(result);
  };
  if (saved) {
    return (
      <Sheet open onOpenChange={onClose} title={`Saved as #${saved.versionId}`}>
        <SheetBody>
          <AnswerOfEdit answer={saved} earlierId={detail.id} />
        </SheetBody>
        <SheetFooter>
          <Button
            tone="solid"
            data-focus-first
            onClick={() => {
              onClose();
              router.push(actionHref(saved.versionId));
            }}
          >
            Open #{saved.versionId}
          </Button>
          <Button onClick={onClose}>Done</Button>
        </SheetFooter>
      </Sheet>
    );
  }
  const errorOf = (path: string) =>
    answer?.errors?.find((error) => error.path.startsWith(path))?.message ?? null;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title="Edit this proposal"
      description="Your version takes its place and is decided anew. The agent is told the difference."
    >
      <StepForm
        press="Save this version"
        pressed="Saving your version…"
        leave="Leave it as it is"
        sending={sending}
        ready={varied}
        onSubmit={() => void submit()}
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
            value={values[index]!}
            first={index === 0}
            disabled={sending}
            error={errorOf(`changes[${changes.findIndex((entry) => entry.index === index)}]`)}
            onValue={(value) => setValues((before) => before.map((old, at) => (at === index ? value : old)))}
          />
        ))}
        {variable.texts.map(({ key }, index) => (
          <TextField
            key={key}
            id={`edit-text-${key}`}
            label={sentenceCase(plainWords(key))}
            hint="Written beside the change; empty removes it."
            value={texts[index]}
            disabled={sending}
            error={errorOf(`context.${key}`)}
            onChange={(event) =>
              setTexts((before) => before.map((old, at) => (at === index ? event.target.value : old)))
            }
          />
        ))}
        <TextField
          id="edit-reason"
          label="Reason (optional)"
          hint="The agent is told."
          value={reason}
          maxLength={COMMENT_LENGTH_MAX}
          disabled={sending}
          onChange={(event) => setReason(event.target.value)}
        />
        {answer && (
          <p role="alert" className="text-sm font-medium text-bad">
            {answer.text}
          </p>
        )}
      </StepForm>
    </Sheet>
  );
}

interface ChangeFieldProps {
  detail: ActionDetail;
  change: ActionDetail["variable"]["changes"][number];
  value: string;
  first: boolean;
  disabled: boolean;
  error: string | null;
  onValue: (value: string) => void;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** One value, with what NetSuite holds now beside it. */
function ChangeField({ detail, change, value, first, disabled, error, onValue }: ChangeFieldProps) {
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
    id: `edit-${field}`,
    value,
    disabled,
    ...(first ? { "data-focus-first": true } : {}),
  };
  if (kind === "text") {
    return (
      <TextAreaField
        {...common}
        label={sentenceCase(label)}
        rows={3}
        error={error}
        onChange={(event) => onValue(event.target.value)}
      />
    );
  }
  return (
    <TextField
      {...common}
      label={sentenceCase(label)}
      hint={`${now}${to === null ? "" : `The proposal says ${valueText(to)}.`}`}
      error={wrong ? "Digits and a point, such as 1.48." : error}
      inputMode="decimal"
      autoComplete="off"
      mono
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
