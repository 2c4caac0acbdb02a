import { cn } from "./cn";

/** A key's name. Decoration for those who see it: the shortcut sheet is its text alternative. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={cn(
        "rounded border border-b-2 border-line-strong bg-panel px-1.5 py-0.5 font-mono text-[11px] leading-none text-ink-3 max-md:hidden",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
