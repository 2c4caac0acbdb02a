"use client";
import { Icon } from "@/components/ui/icons/icon";
import { SCRIPTS, type Script } from "@/lib/view/chat/scripts";

export function Start({ onStart }: { onStart: (script: Script) => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a small screen
    <div tabIndex={0} className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2">
      <div className="mx-auto grid max-w-[720px] gap-6 px-7 pt-10 pb-12 max-md:px-4 max-md:pt-5">
        <header className="grid gap-1.5">
          <h1 className="text-[20px] leading-7 font-semibold tracking-tight">Chat example</h1>
          <p className="text-sm text-ink-2">
            An agent in a chat, as you would build one with the server-action kit. This one is a script: no
            model and no network. Its proposals are real: they wait in your inbox, you decide them there or
            here, and the chat goes on from your decision.
          </p>
        </header>
        <ul className="grid gap-2.5" aria-label="Scripts">
          {SCRIPTS.map((script) => (
            <li key={script.name}>
              <button
                type="button"
                aria-label={script.title}
                aria-describedby={`script-${script.name}`}
                onClick={() => onStart(script)}
                className="group flex w-full items-center gap-4 rounded-[9px] border bg-panel px-4 py-3.5 text-left shadow-lift hover:border-line-strong"
              >
                <span className="grid flex-1 gap-0.5">
                  <span className="text-[15px] font-semibold">{script.title}</span>
                  <span id={`script-${script.name}`} className="text-sm text-ink-2">
                    {script.text}
                  </span>
                </span>
                <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3 group-hover:text-ink" />
              </button>
            </li>
          ))}
        </ul>
        <p className="text-xs text-ink-3">
          Its proposals carry your name and are limited like any agent&apos;s. It cannot approve anything. In
          production this page is hidden unless it is asked for.
        </p>
      </div>
    </div>
  );
}
