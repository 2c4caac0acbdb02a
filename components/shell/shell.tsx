/** This room is the frame around every page: navigation, banners, palette, appearance. */
"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { ClockProvider, useClock } from "@/components/state/clock";
import { DecisionsProvider } from "@/components/action/decide/decisions";
import { OwnEndsHeard } from "@/components/action/decide/own-writes/own-writes";
import { TakeBackKey } from "@/components/action/decide/take-back/take-back-key";
import { OverviewProvider, useOverview } from "@/components/data/overview";
import { LiveUpdates } from "@/components/data/live/live-updates";
import { SteppedUpProvider } from "@/components/step-up/stepped-up";
import { setPageOwner } from "@/lib/operations/page-owner";
import { ViewerProvider, type Viewer } from "@/components/data/viewer";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { Announcer } from "@/components/ui/announcer";
import { watchHand } from "@/components/ui/hand/arrivals";
import { useLateNote } from "@/components/ui/hand/use-late-note";
import { Banners } from "./banners/banners";
import { Navigation } from "./navigation/navigation";
import { useInstalledApp } from "./installed/use-installed-app";
import { useAnnouncedNotices } from "./use-announced-notices";
import { openShortcuts } from "@/components/keyboard/overlay";
import { Overlays } from "./overlays";
import { SkipLink } from "./skip-link";
import { TabBar } from "./navigation/tab-bar";
import { pressGo, useKeys } from "@/components/keyboard/use-keys";
import { ChatExampleShown, usePlaces } from "./navigation/use-places";

interface ShellProps {
  viewer: Viewer;
  overview: Overview;
  /** The newest event when this was rendered. */
  liveFrom: number;
  chatExample: boolean;
  children: ReactNode;
}

/** The frame of every page: navigation, banners, keys, the clock and the polled figures. */
export function Shell({ viewer, overview, liveFrom, chatExample, children }: ShellProps) {
  const [queries] = useState(() => {
    // A document keeps its first owner, also where the shell is rendered again for somebody else.
    setPageOwner(viewer.owner);
    return new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000 } } });
  });
  return (
    <QueryClientProvider client={queries}>
      <ViewerProvider value={viewer}>
        <OverviewProvider initial={overview}>
          <ClockProvider serverNow={overview.now}>
            <LiveUpdates from={liveFrom}>
              <DecisionsProvider>
                <OwnEndsHeard />
                <TakeBackKey />
                <ChatExampleShown value={chatExample}>
                  <SteppedUpProvider>
                    <Frame>{children}</Frame>
                  </SteppedUpProvider>
                </ChatExampleShown>
              </DecisionsProvider>
            </LiveUpdates>
          </ClockProvider>
        </OverviewProvider>
      </ViewerProvider>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const router = useRouter();
  const clock = useClock();
  const { overview } = useOverview();
  const places = usePlaces();
  useEffect(() => clock.set(overview.now), [clock, overview.now]);
  useAnnouncedNotices(overview.notices);
  useInstalledApp();
  useEffect(watchHand, []);
  useLateNote();
  useKeys([
    { key: "g", run: pressGo },
    { key: "?", run: openShortcuts },
  ]);
  useKeys(
    places.map((place) => ({ key: place.letter, run: () => router.push(place.href) })),
    { afterGo: true },
  );
  return (
    <div className="flex h-dvh flex-col overflow-hidden pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      <SkipLink />
      <Banners />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[56px_minmax(0,1fr)] wide:grid-cols-[208px_minmax(0,1fr)]">
        <Navigation />
        <div className="flex min-h-0 min-w-0 flex-col">
          <div className="relative min-h-0 flex-1">{children}</div>
          <TabBar />
        </div>
      </div>
      <Overlays />
      <Announcer />
    </div>
  );
}
