"use client";
import { useState } from "react";
import { TextField, useFocusFirst } from "@/components/ui/forms/fields";
import { SecretOnce } from "@/components/ui/sheets/secret-sheet";
import type { Enrolment } from "@/lib/contract/people/account";
import { act } from "@/lib/operations/act";

interface EnrolmentOptions {
  replaces: boolean;
  needsPassword: boolean;
}

/** Two steps: a new secret for the app, then a code that proves the app has it. The second step puts it in force. */
export function useEnrolment({ replaces, needsPassword }: EnrolmentOptions) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const begin = async (form: FormData) => {
    const input = needsPassword ? { password: String(form.get("password")) } : {};
    const answered = await act("beginSecondFactor", input);
    if (answered.ok) setEnrolment(answered.result);
    return answered;
  };
  const confirm = (form: FormData, { enrolment: token }: Enrolment) => {
    const digits = (name: string) => String(form.get(name)).replaceAll(/\s/g, "");
    return act("confirmSecondFactor", {
      enrolment: token,
      code: digits("code"),
      ...(replaces ? { current_code: digits("current_code") } : {}),
    });
  };
  return {
    /** True in the second step. */
    confirms: enrolment !== null,
    send: (form: FormData) => (enrolment ? confirm(form, enrolment) : begin(form)),
    description: enrolment
      ? "Add the secret to your app, then type the six digits it shows."
      : "Any app that makes six-digit codes will do.",
    failed: enrolment ? "The app was not set up" : "No secret was made",
    press: enrolment ? "Confirm" : "Show the secret",
    pressed: enrolment ? "Checking…" : "Sending…",
    fields: enrolment ? (
      <ConfirmFields enrolment={enrolment} replaces={replaces} />
    ) : needsPassword ? (
      <TextField
        name="password"
        label="Your password"
        hint="So that a browser left open is not enough."
        type="password"
        autoComplete="current-password"
        data-focus-first
      />
    ) : (
      <p className="text-sm text-ink-2">You see the new secret once. Have the app at hand.</p>
    ),
  };
}

function ConfirmFields({ enrolment, replaces }: { enrolment: Enrolment; replaces: boolean }) {
  const first = useFocusFirst();
  const code = { inputMode: "numeric", maxLength: 7, mono: true } as const;
  return (
    <>
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
      <TextField name="code" label="Code of the new app" autoComplete="one-time-code" ref={first} {...code} />
      {replaces && <TextField name="current_code" label="Code of the app in use" {...code} />}
    </>
  );
}
