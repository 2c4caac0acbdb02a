import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import type { StatusShape } from "@/lib/view/runs/run-words";
import type { Tone } from "@/lib/view/words";

interface StatusBadgeProps {
  words: { title: string; tone: Tone; shape: StatusShape };
  /** Behind the words: `3 of 5`. */
  done?: string | null;
}

/** A status in words, with a colour and a shape of its own. */
export function StatusBadge({ words: { title, tone, shape }, done = null }: StatusBadgeProps) {
  return (
    <Badge tone={tone}>
      <Icon name={shape} className="size-3" strokeWidth={2.5} />
      {title}
      {done !== null && <span className="font-medium tabular-nums">· {done}</span>}
    </Badge>
  );
}
