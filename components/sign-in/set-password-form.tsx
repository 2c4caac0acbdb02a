"use client";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { useMounted } from "@/components/state/use-mounted";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { TextField } from "@/components/ui/forms/text-field";
import { PASSWORD_RULES } from "@/lib/core/access/password-rules";
import { act } from "@/lib/operations/act";

/** The link's token stands behind #, which browsers send to nobody. */
export function SetPasswordForm() {
  const ready = useMounted();
  const { sending, failure, errorOf, send } = useSubmission();
  const [email, setEmail] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password"));
    const token = window.location.hash.slice(1);
    const result = await send(() => act("redeemPasswordLink", { token, password }), form);
    if (!result) return;
    // Used up: no reason to leave it in the address.
    window.history.replaceState(null, "", window.location.pathname);
    setEmail(result.email);
  };
  if (email !== null) {
    return (
      <output className="grid gap-3">
        <p className="rounded-lg bg-good-soft px-3 py-2 text-sm text-good">
          Your password is set. Sign in as {email}.
        </p>
        <Link href="/sign-in" className="font-medium text-accent underline underline-offset-2">
          Sign in
        </Link>
      </output>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} method="post" noValidate className="grid gap-4">
      <TextField
        name="password"
        label="New password"
        hint={PASSWORD_RULES}
        type="password"
        autoComplete="new-password"
        error={errorOf("password")}
        disabled={sending}
      />
      {failure && <Failure title="No password was set" text={failure} />}
      <Button type="submit" tone="solid" className="min-h-11!" disabled={sending || !ready}>
        {sending ? "Setting…" : "Set password"}
      </Button>
    </form>
  );
}
