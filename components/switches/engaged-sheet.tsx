import { ActionLink } from "@/components/action/change/version-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import { RelativeTime } from "@/components/ui/time";
import type { KillSwitchChange } from "@/lib/contract/monitoring/overview";
import { countWords } from "@/lib/view/words";
import { formatCount } from "@/lib/view/decimal";

const statusWords: Record<KillSwitchChange["in_flight"][number]["status"], string> = {
  pushing: "On its way",
  unknown: "Outcome unknown",
  // NetSuite, or a proxy before it, put it off or refused it, and NetSuite may still begin a copy of it.
  answered: "May still begin",
};

/** More than this is read among the approved actions. */
const listedMax = 50;

export function hadLeftWords(total: number): string {
  if (total === 0) return "No write was on its way.";
  return `${countWords(total, "write was", "writes were")} already on ${total === 1 ? "its" : "their"} way and may still arrive.`;
}

interface EngagedSheetProps {
  title: string;
  change: KillSwitchChange;
  onClose: () => void;
}

/** The answer to an engagement: a switch calls no write back, so the writes that had left before it are named. */
export function EngagedSheet({ title, change, onClose }: EngagedSheetProps) {
  const { in_flight: writes, in_flight_total: total } = change;
  const listed = writes.slice(0, listedMax);
  // The only line of a plain action is its first.
  const rolls = new Set(writes.filter((write) => write.line_no > 1).map((write) => write.action_id));
  return (
    <Sheet onClose={onClose} title={title} description={hadLeftWords(total)}>
      {listed.length > 0 && (
        <SheetBody>
          <ul aria-label="Writes on their way" className="grid grid-cols-[minmax(0,1fr)]">
            {listed.map((write) => (
              <WriteRow key={write.push_id} write={write} isOfRoll={rolls.has(write.action_id)} />
            ))}
          </ul>
          {total > listed.length && (
            <p className="text-sm text-ink-2">And {formatCount(total - listed.length)} more.</p>
          )}
        </SheetBody>
      )}
      <SheetFooter>
        <Button tone="solid" data-focus-first onClick={onClose}>
          Done
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

interface WriteRowProps {
  write: KillSwitchChange["in_flight"][number];
  isOfRoll: boolean;
}

function WriteRow({ write, isOfRoll }: WriteRowProps) {
  const { action_id: id, line_no: lineNo, status, sent_at: sentAt } = write;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line/70 py-2.5 text-sm first:pt-0 last:border-0 last:pb-0 max-md:py-3.5">
      <ActionLink id={id}>{isOfRoll && `, line ${lineNo}`}</ActionLink>
      <span className="text-ink-2">
        sent <RelativeTime iso={sentAt} />
      </span>
      <span className="ml-auto">
        <Badge tone={status === "pushing" ? "neutral" : "warn"}>{statusWords[status]}</Badge>
      </span>
    </li>
  );
}
