import { IntentLink } from "@/components/ui/intent-link";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import { ClockTime } from "@/components/ui/time";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { Section } from "@/components/ui/page";
import { VersionLink } from "@/components/action/change/version-link";

/** The ledger's own rows, newest first. */
export function Timeline({ detail }: { detail: ActionDetail }) {
  const entries = [...detail.timeline].sort((a, b) => b.id - a.id);
  return (
    <Section title="History">
      <ol className="grid">
        {detail.status === "pending" && (
          <li className="grid grid-cols-[92px_10px_1fr] items-baseline gap-2.5 py-1 text-sm">
            <span className="font-mono text-xs text-ink-3">now</span>
            <Dot now />
            <b className="font-semibold">Waiting for a decision</b>
          </li>
        )}
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className="grid grid-cols-[92px_10px_1fr] items-baseline gap-2.5 py-1 text-sm text-ink-2"
          >
            <ClockTime iso={entry.at} className="font-mono text-xs text-ink-3" />
            <Dot now={index === 0 && detail.status !== "pending"} />
            <span
              className="min-w-0 break-words"
              title={entry.hash ? `Ledger hash ${entry.hash}` : undefined}
            >
              <EntryText entry={entry} /> <span className="text-ink-3">· {entry.actor}</span>
            </span>
          </li>
        ))}
      </ol>
      <IntentLink
        href={`/proposed-actions/${detail.id}/notifications`}
        className="w-fit text-sm underline underline-offset-2 max-md:min-h-11"
      >
        Who was notified
      </IntentLink>
    </Section>
  );
}

/** The version that an entry names is a link. */
function EntryText({ entry }: { entry: ActionDetail["timeline"][number] }) {
  const name = `#${entry.related_id}`;
  const at = entry.related_id === null ? -1 : entry.text.indexOf(name);
  if (entry.related_id === null || at < 0) return <UntrustedText>{entry.text}</UntrustedText>;
  return (
    <>
      {/* The blank before the link is ours: at the edge of a text from outside it would be marked. */}
      <UntrustedText>{entry.text.slice(0, at).replace(/ $/, "")}</UntrustedText>{" "}
      <VersionLink id={entry.related_id} words={name} />
      <UntrustedText>{entry.text.slice(at + name.length)}</UntrustedText>
    </>
  );
}

function Dot({ now }: { now: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "size-2 self-center rounded-full border-2",
        now ? "border-accent bg-accent" : "border-ink-3",
      )}
    />
  );
}
