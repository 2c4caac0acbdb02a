"use client";
import { signOutHere } from "@/components/shell/navigation/sign-out";

/** The person who is asked, and the way out for somebody else. */
export function SignOutLine({ email }: { email: string }) {
  return (
    <p className="border-t pt-4 text-sm break-words text-ink-2">
      Signed in as {email}.{" "}
      <button
        type="button"
        onClick={() => void signOutHere()}
        className="rounded font-medium text-accent underline underline-offset-2 max-md:-my-3 max-md:py-3"
      >
        Sign out
      </button>
    </p>
  );
}
