/** This room shows the NetSuite account of the company, and sets, tests and removes it. */
"use client";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { SettingCard } from "@/components/ui/setting-card";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { Failure } from "@/components/ui/failure";
import { RelativeTime } from "@/components/ui/time";
import type { AccountTest, NetSuiteAccountView } from "@/lib/contract/settings/netsuite-account";
import { act } from "@/lib/operations/act";

const SetAccount = lazily(() => import("./set-account").then((module) => module.SetAccount));

const sources: Record<NetSuiteAccountView["source"], { badge: string; text: string }> = {
  own: { badge: "own account", text: "Approved writes go to this account, and live values come from it." },
  environment: {
    badge: "installation’s account",
    text: "Approved writes go to the account of the installation’s environment. Setting one here takes its place.",
  },
  none: {
    badge: "none",
    text: "Your company has no account here. Proposals for NetSuite are refused and approved writes wait until one is set.",
  },
};

export function NetSuiteView({ initial }: { initial: NetSuiteAccountView }) {
  const { data: account = initial } = useRead<NetSuiteAccountView>(
    ["netsuite-account"],
    "/api/netsuite-account",
    {
      initialData: initial,
    },
  );
  const { badge, text } = sources[account.source];
  const isOwn = account.source === "own";
  return (
    <PageFrame
      title="NetSuite"
      text="The account that your company's approved writes go to. Secrets are encrypted, and nobody can read them back."
    >
      <SettingCard
        title={account.account ? `Account ${account.account}` : "Account"}
        badge={<Badge tone={account.source === "none" ? "bad" : "good"}>{badge}</Badge>}
        line={<p className="text-sm text-ink-2">{text}</p>}
        button={
          <DialogButton
            tone={account.source === "none" ? "solid" : "plain"}
            renderDialog={(onClose) => <SetAccount isOwn={isOwn} onClose={onClose} />}
          >
            {isOwn ? "Replace…" : "Set an account…"}
          </DialogButton>
        }
        facts={[
          [
            "Signs with",
            account.strategy === null ? "The environment's credentials" : signsWith[account.strategy],
          ],
          ["Key", account.key_prefix === null ? "Not set here" : `${account.key_prefix}…`],
          ["Lane", account.lane === "open" ? "Open" : "Halted; the dashboard says why"],
        ]}
      >
        {account.set_at && (
          <p className="text-xs text-ink-3">
            {account.set_by} set it <RelativeTime iso={account.set_at} />
          </p>
        )}
        {account.source !== "none" && <Test remove={isOwn && <Remove />} />}
      </SettingCard>
      <p className="max-w-2xl text-sm text-ink-2">
        A write goes only to the account whose record was read when it was proposed. After a change of account
        the writes that wait become{" "}
        <Link href="/proposed-actions?view=stale" className="underline underline-offset-2">
          stale
        </Link>
        , and a write that was already sent is looked up in the account it went to.
      </p>
    </PageFrame>
  );
}

const signsWith = {
  tba: "Token-based authentication",
  "oauth2-m2m": "OAuth 2.0 with a certificate",
} as const;

function Remove() {
  const steppedUp = useSteppedUp();
  return (
    <ConfirmButton
      label="Remove…"
      size="small"
      title="Stop using this account?"
      description="Approved writes wait, and proposals for NetSuite are refused, unless the installation's own account is your company's. Writes that left before are still asked about."
      press="Remove"
      pressed="Removing…"
      send={() => steppedUp("removeNetSuiteAccount", {}, "Stop using the company's NetSuite account")}
      rereads={[["netsuite-account"], ["overview"]]}
      done={() => "The account is no longer used."}
    />
  );
}

/** One signed read, and what it says. */
function Test({ remove }: { remove: ReactNode }) {
  const { sending, failure, send } = useSubmission();
  const [result, setResult] = useState<AccountTest | null>(null);
  const test = async () => {
    setResult(null);
    setResult(await send(() => act("testNetSuiteAccount")));
  };
  return (
    <div className="grid gap-2.5 border-t pt-3" aria-live="polite">
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={sending} onClick={() => void test()}>
          {sending ? "Testing…" : "Test the connection"}
        </Button>
        {remove}
      </div>
      {failure && <Failure title="It was not tested" text={failure} />}
      {result?.ok && <p className="text-sm text-good">{result.message}</p>}
      {result && !result.ok && (
        <Failure title={result.message} text={result.to_do ?? "Try again in a moment."}>
          <p className="font-mono text-xs">{result.code}</p>
        </Failure>
      )}
    </div>
  );
}
