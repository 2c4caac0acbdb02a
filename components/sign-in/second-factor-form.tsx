"use client";
import { type FormEvent, useRef, useState } from "react";
import { useMounted } from "@/components/state/use-mounted";
import { PasskeyButton } from "@/components/step-up/passkey-button";
import { useCodeRefusal } from "@/components/step-up/use-code-refusal";
import { Button } from "@/components/ui/button";
import { CODE_LENGTH, CodeField } from "@/components/ui/forms/code-field";
import { useFocusFirst } from "@/components/ui/forms/text-field";
import type { Factor } from "@/lib/contract/actions/decision";
import type { Problem } from "@/lib/contract/problem";
import { act } from "@/lib/operations/act";

const NO_ANSWER = "The server could not be reached. Check the connection and try again.";

/** Proves the second factor in this session. It is sent with the sixth digit. */
export function SecondFactorForm({ onwards, hasPasskey }: { onwards: string; hasPasskey: boolean }) {
  // Before scripts run the browser would post the form itself, to nobody.
  const ready = useMounted();
  const [code, setCode] = useState("");
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const once = useRef(false);
  const refusal = useCodeRefusal(problem);
  const field = useFocusFirst();
  const sendCode = (digits: string) => {
    if (digits.length === CODE_LENGTH) void send({ type: "totp", code: digits });
  };
  const send = async (factor: Factor) => {
    if (once.current) return;
    once.current = true;
    setSending(true);
    setProblem(null);
    setUnanswered(false);
    try {
      const answered = await act("proveSession", { factor });
      if (answered.ok) return window.location.assign(onwards);
      // Their session ended meanwhile: only signing in again leads on.
      if (answered.problem.status === 401) return window.location.reload();
      setProblem(answered.problem);
    } catch {
      setUnanswered(true);
    }
    once.current = false;
    setSending(false);
    setCode("");
    field.current?.focus();
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        sendCode(code);
      }}
      method="post"
      noValidate
      className="grid gap-4"
    >
      <CodeField
        value={code}
        onChange={(digits) => {
          setCode(digits);
          sendCode(digits);
        }}
        hint={refusal.hint ?? "Six digits from your authenticator app. It shows new ones every 30 seconds."}
        error={isUnanswered ? NO_ANSWER : refusal.error}
        readOnly={sending}
        ref={field}
      />
      <Button
        type="submit"
        tone="solid"
        className="min-h-11!"
        disabled={sending || !ready || code.length !== CODE_LENGTH}
      >
        {sending ? "Checking…" : "Go on"}
      </Button>
      {hasPasskey && (
        <PasskeyButton
          press="Go on with a passkey"
          about={{ kind: "session" }}
          disabled={sending}
          onFactor={(factor) => void send(factor)}
        />
      )}
      <p className="text-xs text-ink-3">
        Lost your phone? Another administrator resets your app on the page People. If there is none, whoever
        runs this server can.
      </p>
    </form>
  );
}
