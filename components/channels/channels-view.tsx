/** This room connects the company to its channels, and people to their users there. */
"use client";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Badge } from "@/components/ui/badge";
import { PageFrame, PageSection } from "@/components/ui/page";
import { SettingCard } from "@/components/ui/setting-card";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ChannelAccounts, ChannelLinks } from "@/lib/contract/settings/channel-accounts";
import { act } from "@/lib/operations/act";
import { MailRepliesCard } from "./mail-replies-card";

interface ChannelsViewProps {
  links: ChannelLinks;
  /** Null: this person administers nothing. */
  accounts: ChannelAccounts | null;
}

export function ChannelsView({ links, accounts }: ChannelsViewProps) {
  return (
    <PageFrame
      title="Channels"
      text="Where people hear about questions and proposed actions outside this inbox, and answer them."
    >
      {accounts && <SlackCard accounts={accounts} />}
      {accounts && <MailRepliesCard accounts={accounts} />}
      <PageSection title="Your accounts">
        {links.items.length === 0 && (
          <p className="max-w-2xl text-sm text-ink-2">
            None yet. Where your company has connected Slack, send the Countersign app a message there: its
            reply holds a link that connects you.
          </p>
        )}
        <ul className="grid" aria-label="Your accounts">
          {links.items.map((link) => (
            <OwnLink key={link.id} link={link} />
          ))}
        </ul>
      </PageSection>
    </PageFrame>
  );
}

function OwnLink({ link: { id, user, account, linked_at: at } }: { link: ChannelLinks["items"][number] }) {
  return (
    <li className="flex items-center gap-3 border-t py-2 first:border-t-0">
      <p className="min-w-0 flex-1 text-sm">
        <UntrustedText edge>{user}</UntrustedText> in <UntrustedText edge>{account}</UntrustedText>, since{" "}
        <RelativeTime iso={at} />
      </p>
      <ConfirmButton
        label="Disconnect…"
        size="small"
        title="Disconnect this account?"
        description="You get no more cards there, and buttons there no longer act for you."
        press="Disconnect"
        tone="danger"
        send={() => act("removeLink", { id })}
        refreshes
        done={() => "The account is disconnected."}
      />
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
      button={accounts.slack_is_set_up && <Connect isAgain={account !== undefined} />}
      facts={[]}
    >
      {account && (
        <div className="flex flex-wrap items-center gap-3 border-t pt-3 text-sm">
          <p className="min-w-0 flex-1">
            <UntrustedText edge>{account.label}</UntrustedText>, connected by {account.opened_by}{" "}
            <RelativeTime iso={account.opened_at} />
            {account.last_error && (
              <>
                . Slack says <UntrustedText edge>{account.last_error}</UntrustedText>
              </>
            )}
          </p>
          <ConfirmButton
            label="Disconnect…"
            size="small"
            title="Disconnect Slack?"
            description="Cards that stand there keep their last state and decide nothing. Our access to the workspace is deleted here."
            press="Disconnect"
            tone="danger"
            send={() => act("closeChannelAccount", { id: account.id })}
            refreshes
            done={() => "Slack is disconnected."}
          />
        </div>
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

function Connect({ isAgain }: { isAgain: boolean }) {
  const steppedUp = useSteppedUp();
  return (
    <ConfirmButton
      label={isAgain ? "Connect again…" : "Connect…"}
      title="Connect a workspace?"
      description="Slack asks you to allow the app in your workspace, and leads you back here within five minutes."
      press="Go to Slack"
      send={() => steppedUp("beginConnectingSlack", {}, "Connect a workspace of Slack")}
      done={({ url }) => {
        window.location.assign(url);
        return null;
      }}
    />
  );
}
