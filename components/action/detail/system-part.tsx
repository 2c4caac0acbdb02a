"use client";
import { useState } from "react";
import { lazily } from "@/components/ui/lazily";
import { Icon } from "@/components/ui/icons/icon";
import type { ActionDetail } from "@/lib/contract/actions/action-view";

const SystemRows = lazily(() => import("./raw-parts").then((module) => module.SystemRows));

/** Names and numbers that only the installation's own people ask for: closed until somebody opens it. */
export function SystemPart({ detail }: { detail: ActionDetail }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group rounded-[9px] border bg-panel"
      data-testid="system-part"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1.5 px-3 text-sm font-medium text-ink-2 select-none max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
        System
        <span className="font-normal text-ink-3">names of rules, hashes and keys</span>
      </summary>
      {opened && <SystemRows detail={detail} />}
    </details>
  );
}
