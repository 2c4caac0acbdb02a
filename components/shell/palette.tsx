"use client";
import { Command } from "cmdk";
import { ArrowRight, Keyboard, LogOut, Moon, PenLine, Search, Sun, type LucideIcon } from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useCommands } from "@/components/keyboard/commands";
import { openShortcuts } from "@/components/keyboard/overlay";
import { signOutHere } from "./navigation/sign-out";
import { usePlaces } from "./navigation/use-places";
import { actionHref } from "@/lib/view/views";

/** Find anything: a place, an action by its number, a search in the inbox. It goes places and begins what is done with the action on screen; it never decides. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const router = useRouter();
  const places = usePlaces();
  const commands = useCommands();
  const { resolvedTheme, setTheme } = useTheme();
  const isDark = resolvedTheme === "dark";
  const run = (begin: () => void) => () => {
    onClose();
    begin();
  };
  const query = text.trim();
  const id = /^#?(\d{1,15})$/.exec(query)?.[1];
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Find anything"
      overlayClassName="fixed inset-0 z-40 bg-shade"
      contentClassName="opens fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-panel shadow-float"
    >
      <div className="flex items-center gap-3 border-b px-4">
        <Search aria-hidden className="size-4 text-ink-3" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Go to a page, an action by its number, or search"
          className="min-h-12 flex-1 bg-transparent outline-none"
        />
      </div>
      <Command.List className="max-h-[50dvh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-2">
          Nothing by that name.
        </Command.Empty>
        {id && (
          <Row
            value={`open ${query}`}
            icon={ArrowRight}
            onSelect={run(() => router.push(actionHref(Number(id))))}
          >
            Open action <span className="font-mono">#{id}</span>
          </Row>
        )}
        {query && (
          <Row
            value={`search ${query}`}
            icon={Search}
            onSelect={run(() => router.push(`/proposed-actions?q=${encodeURIComponent(query)}`))}
          >
            Search the inbox for “{query}”
          </Row>
        )}
        {commands.map(({ name, key, run: begin }) => (
          // Not before the palette has gone and given the focus back.
          <Row key={name} value={name} icon={PenLine} keys={key} onSelect={run(() => setTimeout(begin, 0))}>
            {name}
          </Row>
        ))}
        {places.map(({ name, href, icon, letter }) => (
          <Row
            key={href}
            value={name}
            icon={icon}
            keys={`G ${letter}`}
            onSelect={run(() => router.push(href))}
          >
            {name}
          </Row>
        ))}
        <Row
          value="theme appearance dark light"
          icon={isDark ? Sun : Moon}
          onSelect={run(() => setTheme(isDark ? "light" : "dark"))}
        >
          Switch to {isDark ? "light" : "dark"}
        </Row>
        <Row value="keyboard shortcuts" icon={Keyboard} onSelect={run(openShortcuts)}>
          Keyboard shortcuts
        </Row>
        <Row value="sign out" icon={LogOut} onSelect={run(() => void signOutHere())}>
          Sign out
        </Row>
      </Command.List>
    </Command.Dialog>
  );
}

interface RowProps {
  value: string;
  icon: LucideIcon;
  keys?: string | null;
  onSelect: () => void;
  children: ReactNode;
}

function Row({ value, icon: Icon, keys, onSelect, children }: RowProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 items-center gap-3 rounded-md px-2.5 text-sm data-[selected=true]:bg-sunken max-md:min-h-11"
    >
      <Icon aria-hidden className="size-4 text-ink-3" /> <span className="flex-1">{children}</span>
      {keys && (
        <span aria-hidden className="font-mono text-2xs text-ink-3 uppercase">
          {keys}
        </span>
      )}
    </Command.Item>
  );
}
