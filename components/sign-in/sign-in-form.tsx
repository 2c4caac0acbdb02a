"use client";
import { signIn } from "next-auth/react";
import { useState, type FormEvent } from "react";
import { useMounted } from "@/components/state/use-mounted";
import { Button } from "@/components/ui/button";
import { TextField, useFocusFirst } from "@/components/ui/forms/text-field";
import { signInErrorWords } from "@/lib/auth/sign-in/sign-in-words";

interface SignInFormProps {
  /** A path on this site; the server has made sure of it. */
  onwards: string;
  /** The provider's name; null: there is none. */
  provider: string | null;
  passwords: boolean;
  /** Why the attempt before this page failed, in words. */
  failedBefore: string | null;
}

export function SignInForm({ onwards, provider, passwords, failedBefore }: SignInFormProps) {
  // Before scripts run the browser would post the form itself, to nobody.
  const ready = useMounted();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(failedBefore);
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
      setFailure(signInErrorWords(answered?.status === 401 ? (answered.error ?? "CredentialsSignin") : ""));
    } catch {
      setFailure("The server could not be reached. Check the connection and try again.");
    }
    setSending(false);
  };
  const goToProvider = async () => {
    setSending(true);
    setFailure(null);
    try {
      // Leads away; coming back here at all means that it did not.
      await signIn("oidc", { callbackUrl: onwards });
    } catch {
      setFailure("The server could not be reached. Check the connection and try again.");
      setSending(false);
    }
  };
  const refusal = failure && (
    <p id="sign-in-failure" role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
      {failure}
    </p>
  );
  const byProvider = provider !== null && (
    <Button
      tone={passwords ? "plain" : "solid"}
      className="min-h-11!"
      disabled={sending || !ready}
      onClick={() => void goToProvider()}
    >
      Sign in with {provider}
    </Button>
  );
  if (!passwords) {
    return (
      <div className="grid gap-4">
        {refusal}
        {byProvider}
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      method="post"
      className="grid gap-4"
      aria-describedby={failure ? "sign-in-failure" : undefined}
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" required ref={first} />
      <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
      {refusal}
      <Button type="submit" tone="solid" className="min-h-11!" disabled={sending || !ready}>
        {sending ? "Signing in…" : "Sign in"}
      </Button>
      {byProvider}
    </form>
  );
}
