"use client";
import { DropdownMenu } from "radix-ui";
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useReader } from "@/components/data/reader";
import { openShortcuts } from "./overlays";
import { signOutHere } from "./sign-out";

const themes = [
  { value: "system", name: "System", icon: Monitor },
  { value: "light", name: "Light", icon: Sun },
  { value: "dark", name: "Dark", icon: Moon },
] as const;

const row =
  "flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm outline-none data-highlighted:bg-sunken";

/** Who is signed in and as what; how the screen looks; the way out. */
export function ReaderMenu() {
  const reader = useReader();
  const { theme, setTheme } = useTheme();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label="Your account"
        className="flex min-h-10 items-center gap-2.5 rounded-md px-2 text-left hover:bg-sunken data-[state=open]:bg-sunken max-wide:justify-center max-wide:px-0"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-2xs font-semibold text-ink-2 uppercase"
        >
          {reader.name.slice(0, 1)}
        </span>
        <span className="grid min-w-0 flex-1 max-wide:hidden">
          <span className="truncate text-sm leading-4 font-medium">{reader.name}</span>
          <span className="text-2xs text-ink-3">{reader.role}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3 max-wide:hidden" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          className="opens z-50 w-60 rounded-xl border bg-panel p-1.5 shadow-float"
        >
          <div className="grid gap-0.5 px-2 pt-1 pb-2">
            <p className="truncate text-sm font-medium">{reader.email}</p>
            <p className="text-xs text-ink-3">
              {reader.tenantName} · {reader.role}
            </p>
          </div>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.RadioGroup value={theme ?? "system"} onValueChange={setTheme} aria-label="Appearance">
            {themes.map(({ value, name, icon: Icon }) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                onSelect={(event) => event.preventDefault()}
                className={row}
              >
                <Icon aria-hidden className="size-4 text-ink-3" />
                <span className="flex-1">{name}</span>
                <DropdownMenu.ItemIndicator className="text-2xs text-ink-3">on</DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item onSelect={openShortcuts} className={row}>
            <Keyboard aria-hidden className="size-4 text-ink-3" /> Keyboard shortcuts
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void signOutHere()} className={row}>
            <LogOut aria-hidden className="size-4 text-ink-3" /> Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
