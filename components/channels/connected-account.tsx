import type { ReactNode } from "react";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ChannelAccounts } from "@/lib/contract/settings/channel-accounts";

interface ConnectedAccountProps {
  account: ChannelAccounts["items"][number];
  /** Before the last fault, in the words of whoever answered. */
  faultFrom: string;
  /** The button that disconnects it. */
  children: ReactNode;
}

/** The last line of a channel's card: who connected the account, and its last fault. */
export function ConnectedAccount({ account, faultFrom, children }: ConnectedAccountProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t pt-3 text-sm">
      <p className="min-w-0 flex-1">
        <UntrustedText edge>{account.label}</UntrustedText>, connected by {account.opened_by}{" "}
        <RelativeTime iso={account.opened_at} />
        {account.last_error && (
          <>
            . {faultFrom} <UntrustedText edge>{account.last_error}</UntrustedText>
          </>
        )}
      </p>
      {children}
    </div>
  );
}
