import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { PersonView } from "@/lib/contract/people";
import { LastChange } from "./last-change";

interface MemberCardProps extends ComponentProps<"article"> {
  name: string;
  badges: ReactNode;
  /** False: revoked or disabled. */
  live: boolean;
  change: PersonView["last_change"];
  /** Null: nothing can be changed. */
  onManage: (() => void) | null;
}

/** A person or an agent of the company: the name, what stands below it, its last change, and the way to its changes. */
export function MemberCard({ name, badges, live, change, onManage, children, ...rest }: MemberCardProps) {
  return (
    <article
      aria-label={name}
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-[10px] border bg-panel px-4 py-3 shadow-lift",
        !live && "bg-transparent shadow-none",
      )}
      {...rest}
    >
      <div className="grid min-w-0 flex-1 gap-1 max-md:basis-full">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[15px] font-semibold wrap-anywhere">
          {name}
          {badges}
        </h2>
        {children}
        <LastChange change={change} />
      </div>
      {onManage && (
        <Button aria-label={`Manage ${name}`} className="max-md:w-full" onClick={onManage}>
          Manage…
        </Button>
      )}
    </article>
  );
}
