"use client";
import { Icon } from "@/components/ui/icons/icon";
import { Fragment } from "react";
import { usePathname, useSearchParams } from "next/navigation";
import { useOverview } from "@/components/data/overview";
import { cn } from "@/components/ui/cn";
import { Health } from "@/components/shell/banners/health";
import { Mark } from "@/components/ui/icons/mark";
import { IntentLink } from "@/components/ui/intent-link";
import { isCurrentPlace, PLACE_GROUPS, type Place } from "./places";
import { ViewerMenu } from "./viewer-menu";
import { usePlaces } from "./use-places";
import { formatCount } from "@/lib/view/decimal";

/** The left pane on a desk; a rail of icons where there is less room. */
export function Navigation() {
  return (
    <nav
      aria-label="Main"
      className="flex min-h-0 flex-col gap-0.5 border-r px-2.5 py-3.5 max-wide:px-1.5 max-md:hidden short:py-2"
    >
      <IntentLink
        href="/proposed-actions"
        className="flex items-center gap-2 rounded-md px-2 pt-1 pb-3.5 font-semibold short:pb-2 tracking-tight max-wide:justify-center max-wide:px-0"
      >
        <Mark />
        <span className="max-wide:sr-only">Countersign</span>
      </IntentLink>
      <div className="relative flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto shades-more [scrollbar-width:thin]">
        {PLACE_GROUPS.map(({ group, heading }) => (
          <Fragment key={group}>
            {heading && (
              <p className="px-2 pt-3.5 pb-1.5 text-2xs font-medium text-ink-3 max-wide:sr-only">{heading}</p>
            )}
            <Group group={group} />
          </Fragment>
        ))}
      </div>
      <div className="grid gap-2.5 pt-1">
        <Health className="max-wide:hidden" />
        <ViewerMenu />
      </div>
    </nav>
  );
}

function Group({ group }: { group: Place["group"] }) {
  const path = usePathname();
  const view = useSearchParams().get("view");
  return usePlaces()
    .filter((place) => place.group === group)
    .map((place) => <PlaceLink key={place.href} place={place} here={isCurrentPlace(place, path, view)} />);
}

function PlaceLink({ place, here }: { place: Place; here: boolean }) {
  const { overview } = useOverview();
  const count = place.count?.(overview);
  return (
    <IntentLink
      href={place.href}
      aria-current={here ? "page" : undefined}
      title={place.name}
      className={cn(
        "flex min-h-8 items-center gap-2.5 rounded-md px-2 text-ink-2 hover:bg-sunken/70 hover:text-ink max-wide:relative max-wide:min-h-10 max-wide:justify-center",
        here && "bg-sunken font-medium text-ink!",
      )}
    >
      <Icon name={place.icon} className="size-4 shrink-0 wide:hidden" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate max-wide:sr-only">{place.name}</span>
      {!!count && (
        <span
          className={cn(
            "font-mono text-xs text-ink-3 max-wide:absolute max-wide:top-0.5 max-wide:right-0 max-wide:text-[10px]",
            here && "text-ink!",
          )}
        >
          {formatCount(count)}
        </span>
      )}
    </IntentLink>
  );
}
