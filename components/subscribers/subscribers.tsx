/** This room shows who follows the ledger's events, and what each did. */
"use client";
import { ActionLink } from "@/components/action/change/version-link";
import { HiddenContent } from "@/components/data/hidden-content";
import { useRead } from "@/components/data/use-read";
import { Badge } from "@/components/ui/badge";
import { PageFrame } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { SubscriberList } from "@/lib/contract/monitoring/subscribers";
import { countWords } from "@/lib/view/words";

export function Subscribers({ initial }: { initial: SubscriberList }) {
  const { data = initial } = useRead<SubscriberList>(["subscribers"], "/api/subscribers", {
    initialData: initial,
  });
  return (
    <PageFrame
      title="Subscribers"
      text="They follow what happens to actions and change nothing about them. Figures are of the last seven days."
    >
      {data.redacted && <HiddenContent />}
      {data.items.map((subscriber) => (
        <SubscriberCard key={subscriber.id} subscriber={subscriber} />
      ))}
    </PageFrame>
  );
}

function SubscriberCard({ subscriber }: { subscriber: SubscriberList["items"][number] }) {
  const { id, title, event, purpose, handled, concerned, last_at, latest } = subscriber;
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-[10px] border bg-panel p-4 shadow-lift">
      <div className="grid gap-1">
        <h2 id={id} className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
          {title} <Badge tone="neutral">{event}</Badge>
        </h2>
        <p className="text-sm text-ink-2">{purpose}</p>
        <p className="text-xs text-ink-3">
          {handled === 0 ? (
            "No event yet."
          ) : (
            <>
              {countWords(handled, "event")}, {concerned} relevant, the last{" "}
              {last_at && <RelativeTime iso={last_at} />}
            </>
          )}
        </p>
      </div>
      {latest.length === 0 ? (
        <p className="border-t pt-3 text-sm text-ink-3">
          Nothing handled yet. Each result appears here with its action.
        </p>
      ) : (
        <ol aria-label={`Latest of ${title}`} className="border-t">
          {latest.map((one) => (
            <li
              key={one.action_id}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line/70 py-2 text-sm last:border-0 last:pb-0"
            >
              <ActionLink id={one.action_id} className="min-w-12 text-xs" />
              <span className="min-w-0 flex-1 break-words">
                {one.outcome === null ? (
                  <span className="text-ink-3">Hidden</span>
                ) : (
                  <UntrustedText>{one.outcome}</UntrustedText>
                )}
              </span>
              <span className="text-xs text-ink-3">
                <RelativeTime iso={one.handled_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
