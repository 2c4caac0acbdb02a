"use client";
import { Command } from "cmdk";
import { ArrowRight, Keyboard, LogOut, Moon, PenLine, Search, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCommands } from "@/components/keyboard/commands";
import { openShortcuts } from "@/components/keyboard/overlay";
import { useCountedClosing } from "@/components/ui/hand/closings";
import { signOutHere } from "./navigation/sign-out";
import { usePlaces } from "./navigation/use-places";
import { actionHref } from "@/lib/view/views";

const row =
  "flex min-h-10 items-center gap-3 rounded-md px-2.5 text-sm data-[selected=true]:bg-sunken max-md:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-3";

/** Find anything: a place, an action by its number, a search in the inbox. It goes places and begins what is done with the action on screen; it never decides. */
export function Palette({ onClose }: { onClose: () => void }) {
  useCountedClosing();
  const [text, setText] = useState("");
  const router = useRouter();
  const places = usePlaces();
  const commands = useCommands();
  const { resolvedTheme, setTheme } = useTheme();
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
        <Search className="size-4 text-ink-3" />
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
          <Command.Item
            value={`open ${query}`}
            className={row}
            onSelect={run(() => router.push(actionHref(Number(id))))}
          >
            <ArrowRight /> Open action <span className="font-mono">#{id}</span>
          </Command.Item>
        )}
        {query && (
          <Command.Item
            value={`search ${query}`}
            className={row}
            onSelect={run(() => router.push(`/proposed-actions?q=${encodeURIComponent(query)}`))}
          >
            <Search /> Search the inbox for “{query}”
          </Command.Item>
        )}
        {commands.map((command) => (
          <Command.Item
            key={command.name}
            value={command.name}
            className={row}
            // Not before the palette has gone and given the focus back.
            onSelect={run(() => setTimeout(command.run, 0))}
          >
            <PenLine /> <span className="flex-1">{command.name}</span>
            {command.key && (
              <span aria-hidden className="font-mono text-2xs text-ink-3 uppercase">
                {command.key}
              </span>
            )}
          </Command.Item>
        ))}
        {places.map((place) => (
          <Command.Item
            key={place.href}
            value={place.name}
            className={row}
            onSelect={run(() => router.push(place.href))}
          >
            <place.icon /> <span className="flex-1">{place.name}</span>
            <span aria-hidden className="font-mono text-2xs text-ink-3 uppercase">
              G {place.letter}
            </span>
          </Command.Item>
        ))}
        <Command.Item
          value="theme appearance dark light"
          className={row}
          onSelect={run(() => setTheme(resolvedTheme === "dark" ? "light" : "dark"))}
        >
          {resolvedTheme === "dark" ? <Sun /> : <Moon />} Switch to{" "}
          {resolvedTheme === "dark" ? "light" : "dark"}
        </Command.Item>
        <Command.Item value="keyboard shortcuts" className={row} onSelect={run(openShortcuts)}>
          <Keyboard /> Keyboard shortcuts
        </Command.Item>
        <Command.Item value="sign out" className={row} onSelect={run(() => void signOutHere())}>
          <LogOut /> Sign out
        </Command.Item>
      </Command.List>
    </Command.Dialog>
  );
}
