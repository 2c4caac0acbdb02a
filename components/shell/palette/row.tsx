import { Command } from "cmdk";
import { Icon } from "@/components/ui/icons/icon";
import type { IconName } from "@/components/ui/icons/icon-names";
import type { ReactNode } from "react";

interface RowProps {
  value: string;
  icon: IconName;
  /** Its key. */
  hint?: string | null;
  /** Under the name: which kind of thing it is, or why it cannot be done. */
  note?: string | null;
  disabled?: boolean;
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** One entry of the palette. */
export function Row({ icon, hint, note, children, ...item }: RowProps) {
  return (
    <Command.Item
      {...item}
      className="flex min-h-10 items-center gap-3 rounded-md px-2.5 py-1.5 text-sm data-[disabled=true]:text-ink-3 data-[selected=true]:bg-sunken max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      <Icon name={icon} />
      <span className="grid min-w-0 flex-1 break-words">
        <span>{children}</span>
        {note && <span className="text-xs text-ink-3">{note}</span>}
      </span>
      {hint && (
        <span aria-hidden className="shrink-0 font-mono text-2xs text-ink-3 uppercase">
          {hint}
        </span>
      )}
    </Command.Item>
  );
}
