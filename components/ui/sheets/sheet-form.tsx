"use client";
import { FormSubmission, type Submission } from "@/components/ui/forms/use-submission";
import { Failure } from "@/components/ui/states";
import { StepForm, type StepFormProps } from "./step-form";

export interface SheetFormProps extends Omit<StepFormProps, "sending" | "pressed"> {
  submission: Submission;
  /** The heading above the server's refusal: what did not happen. */
  failed: string;
  pressed: string;
}

/** A form in a sheet that is sent to the server, and why it was refused. */
export function SheetForm({ submission, failed, children, ...form }: SheetFormProps) {
  const { sending, failure } = submission;
  return (
    <StepForm {...form} sending={sending}>
      <FormSubmission value={submission}>{children}</FormSubmission>
      {failure && <Failure title={failed} text={failure} />}
    </StepForm>
  );
}
