import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icons/icon";
import type { IconName } from "@/components/ui/icons/icon-names";
import { cn } from "@/components/ui/cn";

interface BannerProps {
  tone: "bad" | "warn";
  icon: IconName;
  children: ReactNode;
}

/** A condition of the whole page, in its first line. */
export function Banner({ tone, icon, children }: BannerProps) {
  return (
    <div
      role="alert"
      className={cn(
        "flex items-start gap-2.5 px-4 py-2 text-sm",
        tone === "bad" ? "bg-bad-solid text-white" : "border-b bg-warn-soft text-warn",
      )}
    >
      <Icon name={icon} className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">{children}</p>
    </div>
  );
}
