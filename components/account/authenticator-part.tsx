"use client";
import { Badge } from "@/components/ui/badge";
import { lazily } from "@/components/ui/lazily";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import type { Account } from "@/lib/contract/people/account";
import { mayAdminister } from "@/lib/core/access/principal";
import { Part } from "./part";

const EnrolDialog = lazily(() => import("./enrol-dialog").then((module) => module.EnrolDialog));

interface AuthenticatorPartProps {
  account: Account;
  /** The first app is proven by the password, where there is one. */
  needsPassword: boolean;
}

export function AuthenticatorPart({ account, needsPassword }: AuthenticatorPartProps) {
  const isSet = account.second_factor_set;
  return (
    <Part
      title="Authenticator app"
      text={
        mayAdminister(account.role)
          ? "You enter its six-digit code when you sign in, before a step that grants credentials or rights, and for every critical decision (L5)."
          : "You enter its six-digit code for every critical decision (L5), whichever way you signed in."
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={isSet ? "good" : "warn"}>{isSet ? "Set up" : "Not set up"}</Badge>
        <span className="text-ink-2">
          {isSet
            ? "Replacing it needs a code of the one in use. If you lost it, an administrator resets it."
            : "Until you set one up, you cannot decide anything of L5."}
        </span>
      </p>
      <div>
        <DialogButton
          tone={isSet ? "plain" : "solid"}
          renderDialog={(onClose) => (
            <EnrolDialog replaces={isSet} needsPassword={needsPassword && !isSet} onClose={onClose} />
          )}
        >
          {isSet ? "Replace…" : "Set up…"}
        </DialogButton>
      </div>
    </Part>
  );
}
