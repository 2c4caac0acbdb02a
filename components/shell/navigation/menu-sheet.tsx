"use client";
import { Icon } from "@/components/ui/icons/icon";
import { useViewer } from "@/components/data/viewer";
import { useOverview } from "@/components/data/overview";
import { cn } from "@/components/ui/cn";
import { Sheet, SheetBody } from "@/components/ui/sheets/sheet";
import { Health } from "@/components/shell/banners/health";
import { IntentLink } from "@/components/ui/intent-link";
import { PLACE_GROUPS, type Place } from "./places";
import { signOutHere } from "./sign-out";
import { TenantChoice } from "./tenant-choice";
import { APPEARANCES, chooseAppearance, useAppearance } from "@/components/shell/use-appearance";
import { usePlaces } from "./use-places";

function GroupHeading({ group }: { group: Place["group"] }) {
  const heading = PLACE_GROUPS.find((entry) => entry.group === group)?.heading;
  return heading ? <p className="px-1 pt-3 pb-1 text-xs font-medium text-ink-3">{heading}</p> : null;
}

/** Everything the tab bar has no room for. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const { overview } = useOverview();
  const places = usePlaces();
  const chosen = useAppearance();
  return (
    <Sheet
      onClose={onClose}
      title={viewer.name}
      description={`${viewer.email} · ${viewer.role} · ${viewer.tenantName}`}
    >
      <SheetBody className="gap-3!">
        <ul className="grid">
          {places.map((place, index) => (
            <li key={place.href}>
              {place.group !== places[index - 1]?.group && <GroupHeading group={place.group} />}
              <IntentLink
                href={place.href}
                onClick={onClose}
                className="flex min-h-12 items-center gap-3 rounded-lg px-1 text-[15px]"
              >
                <Icon name={place.icon} className="size-5 text-ink-3" strokeWidth={1.75} />
                <span className="flex-1">{place.name}</span>
                <span className="font-mono text-sm text-ink-3">{place.count?.(overview) || ""}</span>
              </IntentLink>
            </li>
          ))}
        </ul>
        <TenantChoice className="border-t pt-3" />
        <Health className="px-1!" />
        <fieldset className="flex gap-2 border-t pt-3">
          <legend className="sr-only">Appearance</legend>
          {APPEARANCES.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={chosen === value}
              onClick={() => chooseAppearance(value)}
              className={cn(
                "min-h-11 flex-1 rounded-lg border text-sm capitalize",
                chosen === value ? "border-ink font-medium" : "text-ink-2",
              )}
            >
              {value}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          onClick={() => void signOutHere()}
          className="flex min-h-12 items-center gap-3 px-1 text-[15px]"
        >
          <Icon name="log-out" className="size-5 text-ink-3" strokeWidth={1.75} /> Sign out
        </button>
      </SheetBody>
    </Sheet>
  );
}
