"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { TextField } from "@/components/ui/forms/fields";
import type { Account } from "@/lib/contract/people/account";
import { PASSWORD_RULES } from "@/lib/core/access/password-rules";
import { act } from "@/lib/operations/act";
import { Part } from "./part";

export function PasswordPart({ account, allowed }: { account: Account; allowed: boolean }) {
  const missing = !allowed
    ? "Passwords are switched off here: you sign in through the provider."
    : account.password_set
      ? null
      : "You have none: you sign in through the provider. An administrator can make you a link to set one.";
  if (missing) return <Part title="Password" text={missing} />;
  return (
    <Part title="Password" text="Changing it signs you out of every other browser.">
      <PasswordForm email={account.email} />
    </Part>
  );
}

function PasswordForm({ email }: { email: string }) {
  const router = useRouter();
  const { sending, failure, errorOf, send } = useSubmission();
  const [changed, setChanged] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChanged(false);
    const element = event.currentTarget;
    const form = new FormData(element);
    const input = {
      current_password: String(form.get("current_password")),
      new_password: String(form.get("new_password")),
    };
    if (!(await send(() => act("changePassword", input), form))) return;
    element.reset();
    setChanged(true);
    announce("Your password is changed. Every other browser is signed out.");
    router.refresh();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3.5">
      {/* For password managers, which file the new one under it. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        aria-hidden
        tabIndex={-1}
        className="sr-only"
      />
      <TextField
        name="current_password"
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errorOf("current_password")}
        disabled={sending}
      />
      <TextField
        name="new_password"
        label="New password"
        hint={PASSWORD_RULES}
        type="password"
        autoComplete="new-password"
        error={errorOf("new_password")}
        disabled={sending}
      />
      {failure && <Failure title="Your password was not changed" text={failure} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={sending}>
          {sending ? "Changing…" : "Change password"}
        </Button>
        {changed && <span className="text-xs text-ink-2">Changed. Every other browser is signed out.</span>}
      </div>
    </form>
  );
}
