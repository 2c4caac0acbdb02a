/** This room connects the company to its channels, and people to their users there. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { PageFrame, PageSection } from "@/components/ui/page";
import { SettingCard } from "@/components/ui/setting-card";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ChannelAccounts, ChannelLinks } from "@/lib/contract/settings/channel-accounts";
import { ConnectSlack } from "./connect-slack";
import { ConnectedAccount } from "./connected-account";
import { refusedFacts } from "./refused-facts";
import { CloseAccount, RemoveLink } from "./disconnect";
import { WebhookCard } from "./webhook/webhook-card";

interface ChannelsViewProps {
  links: ChannelLinks;
  /** Null: this person administers nothing. */
  accounts: ChannelAccounts | null;
  /** The card of replies by mail, which the server makes. */
  mail: ReactNode;
}

export function ChannelsView({ links, accounts, mail }: ChannelsViewProps) {
  return (
    <PageFrame
      title="Channels"
      text="Where people hear about questions and proposed actions outside this inbox, and answer them."
    >
      {accounts && <SlackCard accounts={accounts} />}
      {mail}
      {accounts && <WebhookCard accounts={accounts} />}
      {accounts && (
        <PageSection title="Notification rules">
          <p className="max-w-2xl text-sm text-ink-2">
            Rules by tier, type, workspace and amount, on-call orders, escalation, quiet hours and deputies.{" "}
            <Link href="/channels/routing" className="underline underline-offset-2">
              Open the notification rules
            </Link>
          </p>
        </PageSection>
      )}
      {accounts && (
        <PageSection title="How people answer">
          <p className="max-w-2xl text-sm text-ink-2">
            How often and how fast questions are answered, by channel and by person.{" "}
            <Link href="/channels/answers" className="underline underline-offset-2">
              Answer rates
            </Link>
          </p>
        </PageSection>
      )}
      <PageSection title="Your accounts">
        {links.items.length === 0 && (
          <p className="max-w-2xl text-sm text-ink-2">
            None yet. Where your company has connected Slack, send the Countersign app a message there: its
            reply holds a link that connects you. A webhook of your company is turned on in your account.
          </p>
        )}
        <p className="max-w-2xl text-sm text-ink-2">
          Choose in your account which messages reach you by which channel:{" "}
          <Link href="/account" className="underline underline-offset-2">
            Your channels
          </Link>
        </p>
        <ul className="grid" aria-label="Your accounts">
          {links.items.map((link) => (
            <OwnLink key={link.id} link={link} />
          ))}
        </ul>
      </PageSection>
    </PageFrame>
  );
}

function OwnLink({ link }: { link: ChannelLinks["items"][number] }) {
  const { id, kind, user, account, linked_at: at } = link;
  return (
    <li className="flex items-center gap-3 border-t py-2 first:border-t-0">
      <p className="min-w-0 flex-1 text-sm">
        {kind === "webhook" ? (
          <>
            <UntrustedText edge>{account}</UntrustedText> at <UntrustedText edge>{user}</UntrustedText>{" "}
            answers for you, since <RelativeTime iso={at} />
          </>
        ) : (
          <>
            <UntrustedText edge>{user}</UntrustedText> in <UntrustedText edge>{account}</UntrustedText>, since{" "}
            <RelativeTime iso={at} />
          </>
        )}
      </p>
      <RemoveLink id={id} />
    </li>
  );
}

function SlackCard({ accounts }: { accounts: ChannelAccounts }) {
  const account = accounts.items.find(({ kind }) => kind === "slack");
  const isBroken = account?.state === "broken";
  return (
    <SettingCard
      title="Slack"
      badge={
        <Badge tone={!account ? "neutral" : isBroken || account.health === "failing" ? "bad" : "good"}>
          {!account
            ? "not connected"
            : isBroken
              ? "refused"
              : account.health === "failing"
                ? "failing"
                : "connected"}
        </Badge>
      }
      line={<p className="text-sm text-ink-2">{lineOf(accounts, isBroken)}</p>}
      button={accounts.slack_is_set_up && <ConnectSlack isAgain={account !== undefined} />}
      facts={refusedFacts(accounts, "slack")}
    >
      {account && (
        <ConnectedAccount account={account} faultFrom="Slack says">
          <CloseAccount id={account.id} />
        </ConnectedAccount>
      )}
    </SettingCard>
  );
}

function lineOf({ slack_is_set_up: isSetUp }: ChannelAccounts, isBroken: boolean): string {
  if (!isSetUp)
    return "This installation has no app at Slack: set SLACK_SIGNING_SECRET, SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.";
  if (isBroken) return "Slack refuses our access, and nothing is sent. Connect it again.";
  return "Cards go to each linked person alone, in the app's own conversation with them.";
}
