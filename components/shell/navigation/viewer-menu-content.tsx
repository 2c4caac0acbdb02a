"use client";
import { DropdownMenu } from "radix-ui";
import { IntentLink } from "@/components/ui/intent-link";
import { Icon } from "@/components/ui/icons/icon";
import type { ReactNode } from "react";
import { useViewer } from "@/components/data/viewer";
import { openShortcuts } from "@/components/keyboard/overlay";
import { type AppearanceChoice, chooseAppearance, useAppearance } from "@/components/shell/use-appearance";
import { signOutHere } from "./sign-out";
import { workIn } from "./tenant-choice";

const themes = [
  { value: "system", name: "System", icon: "monitor" },
  { value: "light", name: "Light", icon: "sun" },
  { value: "dark", name: "Dark", icon: "moon" },
] as const;

const row =
  "flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm outline-none data-highlighted:bg-sunken";

interface ViewerMenuContentProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** How the screen looks, and the way out. `children` is the button that opens it. */
export function ViewerMenuContent({ open, onOpenChange, children }: ViewerMenuContentProps) {
  const viewer = useViewer();
  const chosen = useAppearance();
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          className="opens z-50 max-h-(--radix-dropdown-menu-content-available-height) w-60 overflow-y-auto rounded-xl border bg-panel p-1.5 shadow-float"
        >
          <div className="grid gap-0.5 px-2 pt-1 pb-2">
            <p className="truncate text-sm font-medium">{viewer.email}</p>
            <p className="text-xs text-ink-3">
              {viewer.tenantName} · {viewer.role}
            </p>
          </div>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.RadioGroup
            value={chosen}
            onValueChange={(value) => chooseAppearance(value as AppearanceChoice)}
            aria-label="Appearance"
          >
            {themes.map(({ value, name, icon }) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                onSelect={(event) => event.preventDefault()}
                className={row}
              >
                <Icon name={icon} className="size-4 text-ink-3" />
                <span className="flex-1">{name}</span>
                <DropdownMenu.ItemIndicator className="text-2xs text-ink-3">on</DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {viewer.tenants.length > 1 && (
            <>
              <DropdownMenu.Separator className="my-1 h-px bg-line" />
              <DropdownMenu.RadioGroup
                value={String(viewer.tenantId)}
                onValueChange={(id) => void workIn(Number(id))}
                aria-label="Company"
              >
                {viewer.tenants.map((tenant) => (
                  <DropdownMenu.RadioItem key={tenant.id} value={String(tenant.id)} className={row}>
                    <Icon name="building-2" className="size-4 shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1 truncate">{tenant.name}</span>
                    <DropdownMenu.ItemIndicator className="text-2xs text-ink-3">
                      here
                    </DropdownMenu.ItemIndicator>
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.RadioGroup>
            </>
          )}
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item asChild className={row}>
            <IntentLink href="/account">
              <Icon name="user-cog" className="size-4 text-ink-3" /> Account
            </IntentLink>
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={openShortcuts} className={row}>
            <Icon name="keyboard" className="size-4 text-ink-3" /> Keyboard shortcuts
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void signOutHere()} className={row}>
            <Icon name="log-out" className="size-4 text-ink-3" /> Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
