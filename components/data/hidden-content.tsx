import { Icon } from "@/components/ui/icons/icon";
import { HIDDEN_WORDS } from "@/lib/view/action/as-shown";
import { cn } from "@/components/ui/cn";

/** Says plainly that content is hidden here, and who sees it. */
export function HiddenContent({ text = HIDDEN_WORDS, className }: { text?: string; className?: string }) {
  return (
    <p
      data-testid="hidden-content"
      className={cn("flex gap-2.5 rounded-lg border bg-sunken px-3 py-2.5 text-sm text-ink-2", className)}
    >
      <Icon name="eye-off" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}
