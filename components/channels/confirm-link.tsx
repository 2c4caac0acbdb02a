"use client";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { act } from "@/lib/operations/act";
import { ConfirmCard } from "./confirm-card";

interface ConfirmLinkProps {
  code: string;
  /** As the provider calls them. */
  user: string;
  account: string;
  /** The name of the person who is signed in. */
  person: string;
}

export function ConfirmLink({ code, user, account, person }: ConfirmLinkProps) {
  return (
    <ConfirmCard
      title="Is that you?"
      text="Once you confirm it, what this user presses in Slack is decided in your name. Confirm it only if you asked for it yourself a moment ago."
      press="Yes, that is me"
      send={() => act("confirmLink", { code })}
    >
      <p className="text-sm">
        The user <UntrustedText edge>{user}</UntrustedText> of <UntrustedText edge>{account}</UntrustedText>{" "}
        is <b className="font-semibold">{person}</b>.
      </p>
    </ConfirmCard>
  );
}
