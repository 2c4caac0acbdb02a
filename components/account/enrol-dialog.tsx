"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { beginSecondFactorOnPage, confirmSecondFactorOnPage } from "@/app/(inbox)/account/actions";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { SecretOnce } from "@/components/ui/secret-once";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import { useFocusFirst } from "@/components/ui/use-focus-first";
import type { Enrolment } from "@/lib/contract/people";

interface EnrolDialogProps {
  replaces: boolean;
  needsPassword: boolean;
  onClose: () => void;
}

/** Two steps: a new secret for the app, then the code that shows the app has it. Nothing is in force before. */
export function EnrolDialog({ replaces, needsPassword, onClose }: EnrolDialogProps) {
  const [begun, setBegun] = useState<Enrolment | null>(null);
  const title = replaces ? "Replace your authenticator app" : "Set up an authenticator app";
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={title}
      description={
        begun
          ? "Add the secret to your app, then type the six digits it shows."
          : "Any app that makes six-digit codes will do."
      }
    >
      {begun ? (
        <ConfirmStep begun={begun} replaces={replaces} onClose={onClose} />
      ) : (
        <BeginStep needsPassword={needsPassword} onBegun={setBegun} onClose={onClose} />
      )}
    </Sheet>
  );
}

interface BeginStepProps {
  needsPassword: boolean;
  onBegun: (begun: Enrolment) => void;
  onClose: () => void;
}

function BeginStep({ needsPassword, onBegun, onClose }: BeginStepProps) {
  const { sending, failure, errorOf, ask } = useAnswer(["password"]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password");
    const begun = await ask(() => beginSecondFactorOnPage(typeof password === "string" ? { password } : {}));
    if (begun) onBegun(begun);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
      <SheetBody>
        {needsPassword ? (
          <TextField
            id="enrol-password"
            name="password"
            label="Your password"
            hint="So that a browser left open is not enough."
            type="password"
            autoComplete="current-password"
            error={errorOf("password")}
            disabled={sending}
            data-focus-first
          />
        ) : (
          <p className="text-sm text-ink-2">You see the new secret once. Have the app at hand.</p>
        )}
        {failure && <Failure title="No secret was made" text={failure} />}
      </SheetBody>
      <SheetFooter>
        <Button type="submit" tone="solid" disabled={sending}>
          {sending ? "Sending…" : "Show the secret"}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </form>
  );
}

interface ConfirmStepProps {
  begun: Enrolment;
  replaces: boolean;
  onClose: () => void;
}

function ConfirmStep({ begun, replaces, onClose }: ConfirmStepProps) {
  const router = useRouter();
  const { sending, failure, errorOf, ask } = useAnswer(["code", "current_code"]);
  const first = useFocusFirst();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const digits = (name: string) => String(form.get(name)).replaceAll(/\s/g, "");
    const input = {
      enrolment: begun.enrolment,
      code: digits("code"),
      ...(replaces ? { current_code: digits("current_code") } : {}),
    };
    if (!(await ask(() => confirmSecondFactorOnPage(input)))) return;
    announce("Your authenticator app is set up.");
    router.refresh();
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex min-h-0 flex-col">
      <SheetBody>
        <SecretOnce
          label="Secret, to type into the app (time-based, six digits, 30 seconds)"
          value={begun.secret}
          text="You see this secret once."
        />
        <p className="text-sm text-ink-2">
          On the device that has the app,{" "}
          <a href={begun.otpauth_uri} className="font-medium text-accent underline underline-offset-2">
            open it in the app
          </a>
          . For apps that take an address:
        </p>
        <code className="rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5 break-all select-all">
          {begun.otpauth_uri}
        </code>
        <TextField
          id="enrol-code"
          name="code"
          label="Code of the new app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          mono
          error={errorOf("code")}
          disabled={sending}
          ref={first}
        />
        {replaces && (
          <TextField
            id="enrol-current-code"
            name="current_code"
            label="Code of the app in use"
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            mono
            error={errorOf("current_code")}
            disabled={sending}
          />
        )}
        {failure && <Failure title="The app was not set up" text={failure} />}
      </SheetBody>
      <SheetFooter>
        <Button type="submit" tone="solid" disabled={sending}>
          {sending ? "Checking…" : "Confirm"}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </form>
  );
}
