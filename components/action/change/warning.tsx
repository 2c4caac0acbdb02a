import { cn } from "@/components/ui/cn";
import { Icon } from "@/components/ui/icons/icon";

/** One line of a card. `instead`: the words as they are by now, in the room of the first ones. */
export function Warning({ words, instead }: { words: string; instead?: string | undefined }) {
  return (
    <p className="flex items-center gap-1.5 text-xs font-semibold text-warn">
      <Icon name="triangle-alert" className="size-3.5 shrink-0" />
      <span className="relative">
        <span className={cn(instead && "invisible")}>{words}</span>
        {instead && <span className="absolute inset-0">{instead}</span>}
      </span>
    </p>
  );
}
