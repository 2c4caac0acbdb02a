"use client";
import type { FormEvent } from "react";
import { useEnrolment } from "@/components/account/enrolment";
import { useMounted } from "@/components/state/use-mounted";
import { Button } from "@/components/ui/button";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { Failure } from "@/components/ui/failure";

interface EnrolFormProps {
  onwards: string;
  needsPassword: boolean;
}

/** The first authenticator app of an administrator, in front of the pages. Its first code proves this session too. */
export function EnrolForm({ onwards, needsPassword }: EnrolFormProps) {
  const ready = useMounted();
  const submission = useSubmission();
  const { sending, failure } = submission;
  const { confirms, send, fields, description, failed, press, pressed } = useEnrolment({
    replaces: false,
    needsPassword,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const result = await submission.send<unknown>(() => send(form), form);
    if (result && confirms) window.location.assign(onwards);
  };
  return (
    <form
      ref={focusFirst}
      onSubmit={(event) => void submit(event)}
      method="post"
      noValidate
      className="grid gap-4"
    >
      {confirms && <p className="text-sm text-ink-2">{description}</p>}
      <FormSubmission value={submission}>{fields}</FormSubmission>
      {failure && <Failure title={failed} text={failure} />}
      <Button type="submit" tone="solid" className="min-h-11!" disabled={sending || !ready}>
        {sending ? pressed : press}
      </Button>
    </form>
  );
}

/** As a dialog does it; the field of the second step takes the focus itself. One function for every rendering. */
const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[data-focus-first]")?.focus();
