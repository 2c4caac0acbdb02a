import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { SettingCard } from "@/components/ui/setting-card";
import { RelativeTime } from "@/components/ui/time";
import type { ChannelAccounts } from "@/lib/contract/settings/channel-accounts";
import { refusedFacts } from "./refused-facts";
import { WAY_IN_NAMES } from "@/lib/view/channels/ways-in";

/** Whether replies by mail are read, how those of the last day fared, and the way to those that counted for nothing. */
export function MailRepliesCard({ accounts }: { accounts: ChannelAccounts }) {
  const { mail_replies: replies, unmatched_replies: unmatched } = accounts;
  return (
    <SettingCard
      title="Replies by mail"
      badge={<Badge tone={replies ? "good" : "neutral"}>{replies ? "read" : "not read"}</Badge>}
      line={
        <p className="text-sm text-ink-2">
          {replies
            ? "People answer a question by replying to its mail. No mail decides a proposed action."
            : "Set MAIL_REPLY_ADDRESS and one way in; docs/channels/mail.md says how."}
        </p>
      }
      button={
        <Link href="/channels/replies" className="text-sm font-medium underline max-md:py-2.5">
          Unmatched replies{unmatched > 0 && ` (${unmatched})`}
        </Link>
      }
      facts={
        replies
          ? [
              ["Address", replies.address],
              ["Comes in by", replies.ways_in.map((way) => WAY_IN_NAMES[way]).join(", ")],
              ["Last day", wordsOf(replies)],
              ...refusedFacts(accounts, "email"),
            ]
          : []
      }
    >
      {replies?.last_at && (
        <p className="border-t pt-3 text-sm text-ink-2">
          The last one came <RelativeTime iso={replies.last_at} />.
        </p>
      )}
    </SettingCard>
  );
}

function wordsOf({ came, answered }: NonNullable<ChannelAccounts["mail_replies"]>): string {
  if (came === 0) return "no reply came";
  return `${came} ${came === 1 ? "reply" : "replies"} came, ${answered} of them ${answered === 1 ? "is an answer" : "are answers"}`;
}
