"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { SecretOnce } from "@/components/ui/sheets/secret-once";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import { TextField } from "@/components/ui/forms/text-field";
import { useFocusFirst } from "@/components/ui/forms/use-focus-first";
import type { Enrolment } from "@/lib/contract/account";
import { act } from "@/lib/operations/act";

interface EnrolDialogProps {
  replaces: boolean;
  needsPassword: boolean;
  onClose: () => void;
}

/** Two steps: a new secret for the app, then the code that shows the app has it. Nothing is in force before. */
export function EnrolDialog({ replaces, needsPassword, onClose }: EnrolDialogProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const title = replaces ? "Replace your authenticator app" : "Set up an authenticator app";
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={title}
      description={
        enrolment
          ? "Add the secret to your app, then type the six digits it shows."
          : "Any app that makes six-digit codes will do."
      }
    >
      {enrolment ? (
        <ConfirmStep enrolment={enrolment} replaces={replaces} onClose={onClose} />
      ) : (
        <BeginStep needsPassword={needsPassword} onBegin={setEnrolment} onClose={onClose} />
      )}
    </Sheet>
  );
}

interface BeginStepProps {
  needsPassword: boolean;
  onBegin: (enrolment: Enrolment) => void;
  onClose: () => void;
}

function BeginStep({ needsPassword, onBegin, onClose }: BeginStepProps) {
  const submission = useSubmission(["password"]);
  const submit = async (form: FormData) => {
    const password = form.get("password");
    const input = typeof password === "string" ? { password } : {};
    const enrolment = await submission.send(() => act("beginSecondFactor", input));
    if (enrolment) onBegin(enrolment);
  };
  return (
    <SheetForm
      submission={submission}
      failed="No secret was made"
      press="Show the secret"
      pressed="Sending…"
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      {needsPassword ? (
        <TextField
          id="enrol-password"
          name="password"
          label="Your password"
          hint="So that a browser left open is not enough."
          type="password"
          autoComplete="current-password"
          data-focus-first
        />
      ) : (
        <p className="text-sm text-ink-2">You see the new secret once. Have the app at hand.</p>
      )}
    </SheetForm>
  );
}

interface ConfirmStepProps {
  enrolment: Enrolment;
  replaces: boolean;
  onClose: () => void;
}

function ConfirmStep({ enrolment, replaces, onClose }: ConfirmStepProps) {
  const router = useRouter();
  const submission = useSubmission(["code", "current_code"]);
  const first = useFocusFirst();
  const submit = async (form: FormData) => {
    const digits = (name: string) => String(form.get(name)).replaceAll(/\s/g, "");
    const input = {
      enrolment: enrolment.enrolment,
      code: digits("code"),
      ...(replaces ? { current_code: digits("current_code") } : {}),
    };
    if (!(await submission.send(() => act("confirmSecondFactor", input)))) return;
    announce("Your authenticator app is set up.");
    router.refresh();
    onClose();
  };
  const code = { inputMode: "numeric", maxLength: 7, mono: true } as const;
  return (
    <SheetForm
      submission={submission}
      failed="The app was not set up"
      press="Confirm"
      pressed="Checking…"
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <SecretOnce
        label="Secret, to type into the app (time-based, six digits, 30 seconds)"
        value={enrolment.secret}
        text="You see this secret once."
      />
      <p className="text-sm text-ink-2">
        On the device that has the app,{" "}
        <a href={enrolment.otpauth_uri} className="font-medium text-accent underline underline-offset-2">
          open it in the app
        </a>
        . For apps that take an address:
      </p>
      <code className="rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5 break-all select-all">
        {enrolment.otpauth_uri}
      </code>
      <TextField
        id="enrol-code"
        name="code"
        label="Code of the new app"
        autoComplete="one-time-code"
        ref={first}
        {...code}
      />
      {replaces && (
        <TextField
          id="enrol-current-code"
          name="current_code"
          label="Code of the app in use"
          autoComplete="off"
          {...code}
        />
      )}
    </SheetForm>
  );
}
