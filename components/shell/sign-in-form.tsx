"use client";
import { signIn } from "next-auth/react";
import { useState, type FormEvent } from "react";
import { useMounted } from "@/components/data/clock";
import { Button } from "@/components/ui/button";
import { useFocusFirst } from "@/components/ui/use-focus-first";
import { TextField } from "@/components/ui/text-field";
import { TOO_MANY_ATTEMPTS } from "@/lib/auth/sign-in-words";

/** What next-auth answers, in sentences that say what to do. The server never says which of the two was wrong. */
function failureText(code: string | null | undefined, status: number | undefined): string {
  if (code === TOO_MANY_ATTEMPTS) return "Too many failed sign-ins. Wait fifteen minutes, then try again.";
  if (code === "CredentialsSignin" || status === 401)
    return "Email or password is not right. Try again, or ask an admin to reset it.";
  return "Signing in did not work. Try again in a moment.";
}

/** `onwards` is a path on this site; the server has made sure of it. */
export function SignInForm({ onwards }: { onwards: string }) {
  // Before scripts run the browser would post the form itself, to nobody.
  const ready = useMounted();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const first = useFocusFirst();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = new FormData(event.currentTarget);
    setSending(true);
    setFailure(null);
    try {
      const answered = await signIn("credentials", {
        email: form.get("email"),
        password: form.get("password"),
        redirect: false,
      });
      if (answered?.ok && !answered.error) return window.location.assign(onwards);
      setFailure(failureText(answered?.error, answered?.status));
    } catch {
      setFailure("The server could not be reached. Check the connection and try again.");
    }
    setSending(false);
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      method="post"
      className="grid gap-4"
      aria-describedby={failure ? "sign-in-failure" : undefined}
    >
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        required
        ref={first}
      />
      <TextField
        id="password"
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
      />
      {failure && (
        <p id="sign-in-failure" role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
          {failure}
        </p>
      )}
      <Button type="submit" tone="solid" className="min-h-11!" disabled={sending || !ready}>
        {sending ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
