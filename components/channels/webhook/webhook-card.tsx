import { Badge } from "@/components/ui/badge";
import { SettingCard } from "@/components/ui/setting-card";
import { ConnectedAccount } from "@/components/channels/connected-account";
import type { ChannelAccounts } from "@/lib/contract/settings/channel-accounts";
import type { QuestionWebhook } from "@/lib/contract/settings/question-webhook";
import { countWords } from "@/lib/view/words";
import { CloseWebhook } from "@/components/channels/disconnect";
import { refusedFacts } from "@/components/channels/refused-facts";
import { SetUpWebhook } from "./set-up-webhook";

/** The company's endpoint for questions: where it is, for how many people it answers, and how it fares. */
export function WebhookCard({ accounts }: { accounts: ChannelAccounts }) {
  const { webhook } = accounts;
  const account = accounts.items.find(({ kind }) => kind === "webhook");
  return (
    <SettingCard
      title="Webhook for questions"
      badge={<StateBadge account={account} />}
      line={<p className="text-sm text-ink-2">{lineOf(webhook, account)}</p>}
      button={<SetUpWebhook webhook={webhook} />}
      facts={[...(webhook ? factsOf(webhook) : []), ...refusedFacts(accounts, "webhook")]}
    >
      {webhook && (
        <dl className="grid gap-2 text-sm">
          <Address name="Questions go to" url={webhook.url} />
          <Address name="Answers come to" url={webhook.answers_to} />
        </dl>
      )}
      {account && (
        <ConnectedAccount account={account} faultFrom="Last fault:">
          <CloseWebhook id={account.id} />
        </ConnectedAccount>
      )}
    </SettingCard>
  );
}

type Account = ChannelAccounts["items"][number] | undefined;

function StateBadge({ account }: { account: Account }) {
  if (!account) return <Badge tone="neutral">not connected</Badge>;
  if (account.state === "broken") return <Badge tone="bad">refused</Badge>;
  return account.health === "failing" ? (
    <Badge tone="bad">failing</Badge>
  ) : (
    <Badge tone="good">connected</Badge>
  );
}

function lineOf(webhook: QuestionWebhook | null, account: Account): string {
  if (account?.state === "broken")
    return "Nothing is sent to it any more. Change its address or rotate its secret, and what waits goes on.";
  if (webhook?.answers_for === 0)
    return "It gets nothing yet: each person lets it answer for them in their account, under Your channels.";
  if (webhook) return "It gets the questions of the people whom it answers for. It approves nothing.";
  return "A system of yours gets the questions of people who let it answer for them. docs/channels/webhook.md says how.";
}

const factsOf = ({
  answers_for: count,
  previous_secret_until: until,
}: QuestionWebhook): [string, string][] => [
  ["Answers for", countWords(count, "person", "people")],
  ...(until === null
    ? []
    : [["Two secrets count", `until ${until.slice(0, 16).replace("T", " ")} UTC`] as [string, string]]),
];

function Address({ name, url }: { name: string; url: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-mono text-xs break-all text-ink-2 select-all">{url}</dd>
    </div>
  );
}
