"use client";
import { useEffect } from "react";
import { onceIdle } from "@/components/ui/hand/once-idle";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { mayDecide } from "@/lib/core/access/principal";
import { showBadge } from "./badge";

/** Adds to the pages of an installed app a page for lost connections and the count on its icon. */
export function useInstalledApp(): void {
  const decides = mayDecide(useViewer().role);
  const { total } = useOverview().overview.pending;
  useEffect(() => {
    // The development server's pages change under it.
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    // It starts a thread of its own: the first key comes before it. Without one the browser shows its own page.
    return onceIdle(
      () => void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {}),
    );
  }, []);
  useEffect(() => showBadge(navigator, decides ? total : 0), [decides, total]);
}
