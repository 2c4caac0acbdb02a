"use client";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { TextAreaField } from "@/components/ui/forms/fields";
import { Button } from "@/components/ui/button";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { typedIn } from "@/lib/view/questions/read-answer";
import type { AnswerFormProps } from "./answer-form-props";
import { FormEnd } from "./form-end";
import { useAnswer } from "./use-answer";
import { useLeave } from "./use-leave";

/** Yes or no, with a comment. The two buttons stay in their places, and no key presses them unless they have the focus. */
export function ApprovalForm(props: AnswerFormProps) {
  const { question, form, way, draft, onDraft, ended, onLeave } = props;
  const { submission, element, give } = useAnswer(props);
  useLeave(submission.sending ? null : onLeave);
  const [guard, watch] = useGuard(useArrival(`${question.id} ${way}`, "reader"));
  const comment = form.fields.find(({ name }) => name === "comment");
  const text = comment ? typedIn(comment, draft) : "";
  const press = (approved: boolean) => () =>
    void give({ approved, ...(text.trim() === "" ? {} : { comment: text }) });
  const common = { guard, ended, disabled: submission.sending, className: "min-h-11! flex-1 md:max-w-40" };
  return (
    <form
      ref={element}
      aria-label="Your answer"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => event.preventDefault()}
    >
      {comment && (
        <FormSubmission value={submission}>
          <TextAreaField
            name={comment.path}
            label="Comment"
            hint="Optional. The asker reads it."
            rows={3}
            maxLength={2_000}
            className="resize-none rounded-lg border border-line-strong bg-bg px-3 py-2 text-sm max-md:text-[16px]"
            value={text}
            readOnly={ended !== null}
            onChange={(event) => onDraft({ ...draft, [comment.path]: event.target.value })}
          />
        </FormSubmission>
      )}
      <div ref={watch} className="relative flex flex-wrap gap-2">
        <LookFirst refusal={guard.refusal} />
        <GuardedButton {...common} name="yes" tone="solid" onPress={press(true)}>
          Yes
        </GuardedButton>
        <GuardedButton {...common} name="no" onPress={press(false)}>
          No
        </GuardedButton>
        {onLeave && (
          <Button onClick={onLeave} disabled={submission.sending} className="min-h-11!">
            Leave it as it was
          </Button>
        )}
      </div>
      <FormEnd ended={ended} failure={submission.failure} />
    </form>
  );
}
