"use client";
import { useEffect } from "react";
import { onceIdle } from "@/components/ui/hand/once-idle";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { mayDecide } from "@/lib/core/access/principal";
import { showBadge } from "./badge";

/** What an installed app has besides its pages: a page for when there is no connection, and the number on its icon. */
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
