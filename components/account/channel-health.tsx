import { Badge } from "@/components/ui/badge";
import { Definitions } from "@/components/ui/definitions";
import { ClockTime } from "@/components/ui/time";
import type { AccountHealth } from "@/lib/contract/settings/channels";
import { countWords } from "@/lib/view/words";

/** For administrators: how the accounts of a channel fare. */
export function ChannelHealth({ accounts }: { accounts: readonly AccountHealth[] }) {
  return (
    <section aria-label="Health" className="grid gap-3 rounded-lg bg-sunken px-3 py-2.5 text-sm">
      {accounts.map((account) => (
        <div key={account.id} className="grid gap-2">
          <p>
            <StateBadge account={account} />
          </p>
          <Definitions
            rows={{
              "Last hour": `${account.sent} sent, ${countWords(account.not_sent, "failure")}`,
              "Last day": `${account.waiting} waiting, ${account.failed} given up, ${account.unknown} unknown`,
              "Goes on": account.paused_until && <ClockTime iso={account.paused_until} />,
              "Last fault": account.last_error,
            }}
          />
        </div>
      ))}
    </section>
  );
}

function StateBadge({ account: { state, health } }: { account: AccountHealth }) {
  if (state === "broken") return <Badge tone="bad">Connection refused</Badge>;
  return health === "failing" ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Works</Badge>;
}
