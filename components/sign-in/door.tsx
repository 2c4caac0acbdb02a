/** This room holds the pages in front of the sign-in. */

import type { ReactNode } from "react";
import { Mark } from "@/components/ui/icons/mark";

/** The frame of the pages for those who are not signed in yet. */
export function Door({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-5 pt-[16dvh] pb-10">
      <div className="grid w-full max-w-[360px] gap-6">
        <div className="grid gap-3">
          <Mark className="size-9!" />
          <div className="grid gap-1">
            <h1 className="text-[22px] leading-7 font-semibold tracking-tight">{title}</h1>
            <p className="text-sm text-ink-2">{text}</p>
          </div>
        </div>
        {children}
      </div>
    </main>
  );
}
