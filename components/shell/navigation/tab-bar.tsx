"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { Icon } from "@/components/ui/icons/icon";
import { useState } from "react";
import { useOverview } from "@/components/data/overview";
import { cn } from "@/components/ui/cn";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { idOfPath } from "@/lib/view/views";
import { IntentLink } from "@/components/ui/intent-link";
import { isCurrentPlace } from "./places";
import { usePlaces } from "./use-places";

const MenuSheet = lazyDialog(() => import("./menu-sheet").then((module) => module.MenuSheet));
/** The places on the bar, by their letters. */
const onBar = "iahyq";
/** Where the full name has no room. */
const shortNames: Readonly<Record<string, string>> = { a: "Approved", y: "Yours" };
const cell =
  "relative grid min-h-14 flex-1 content-center justify-items-center gap-0.5 text-[11px] leading-4 font-medium text-ink-3";

/** The phone's navigation, within the thumb's reach. It makes room for the decision bar when an action is open. */
export function TabBar() {
  const path = usePathname();
  const view = useSearchParams().get("view");
  const { overview } = useOverview();
  const [menu, setMenu] = useState(false);
  const places = usePlaces().filter((place) => onBar.includes(place.letter));
  const elsewhere = !places.some((place) => isCurrentPlace(place, path, view));
  return (
    <nav
      aria-label="Main"
      className={cn(
        "flex border-t bg-panel pb-[env(safe-area-inset-bottom)] md:hidden",
        idOfPath(path) !== null && "hidden!",
      )}
    >
      {places.map((place) => {
        const here = isCurrentPlace(place, path, view);
        const count = place.count?.(overview);
        return (
          <IntentLink
            key={place.href}
            href={place.href}
            aria-current={here ? "page" : undefined}
            className={cn(cell, here && "text-ink!")}
          >
            <Icon name={place.icon} className="size-5" strokeWidth={here ? 2.25 : 1.75} />
            {shortNames[place.letter] ?? place.name}
            {!!count && (
              <span className="absolute top-1 left-[calc(50%+9px)] rounded-full bg-solid px-1.5 font-mono text-[10px] leading-4 text-on-solid">
                {count > 999 ? "999+" : count}
              </span>
            )}
          </IntentLink>
        );
      })}
      <button type="button" onClick={() => setMenu(true)} className={cn(cell, elsewhere && "text-ink!")}>
        <Icon name="menu" className="size-5" strokeWidth={elsewhere ? 2.25 : 1.75} />
        More
      </button>
      {menu && <MenuSheet onClose={() => setMenu(false)} />}
    </nav>
  );
}
