"use client";
import { useEffect } from "react";
import { isSignedOut, isUnproven } from "@/components/data/get-json";
import { useOverview } from "@/components/data/overview";
import { useOnline } from "@/components/state/online";
import { IntentLink } from "@/components/ui/intent-link";
import { lazily } from "@/components/ui/lazily";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { isCarried } from "@/lib/core/sweep-state";
import { Banner } from "./banner";

// Most days have none of them. Those below are here at once: without a connection or a session no code comes.
// A page may stay open while another release takes this code away, so it is fetched before a switch needs it.
const ConditionBanners = lazily(() =>
  import("./condition-banners").then((module) => module.ConditionBanners),
);

/** Once the page has what its first key needs. */
const fetchAfterMs = 3_000;

/** The conditions of the whole page that nobody may miss: engaged switches, a halted lane, fresh credentials, no connection, no session. */
export function Banners() {
  const { overview, error } = useOverview();
  const online = useOnline();
  useEffect(() => {
    const timer = setTimeout(() => void ConditionBanners.load().catch(() => {}), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid max-h-[40dvh] shrink-0 overflow-y-auto">
      {hasConditions(overview) && <ConditionBanners overview={overview} />}
      {isUnproven(error) && (
        <Banner tone="warn" icon="triangle-alert">
          <b>You administer here now.</b> Administrators sign in with a second factor.{" "}
          <IntentLink href="/sign-in/second-factor" className="underline">
            Enter a code
          </IntentLink>
        </Banner>
      )}
      {isSignedOut(error) && (
        <Banner tone="warn" icon="triangle-alert">
          <b>Your session has ended.</b> This page may be out of date.{" "}
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- whoever has signed in beside this page gets one of their own, with a load */}
          <a href="/sign-in" className="underline">
            Sign in again
          </a>
        </Banner>
      )}
      {!online ? (
        <Banner tone="warn" icon="wifi-off">
          <b>You are offline.</b> This page may be out of date, and nothing can be decided until the
          connection is back.
        </Banner>
      ) : (
        error !== null &&
        !isSignedOut(error) &&
        !isUnproven(error) && (
          <Banner tone="warn" icon="wifi-off">
            <b>The server does not answer.</b> This page may be out of date; it keeps trying every ten
            seconds.
          </Banner>
        )
      )}
    </div>
  );
}

const hasConditions = ({
  classifier_failing: isClassifierFailing,
  disabled_webhooks: disabled,
  failing_channels: failing,
  lane,
  standing,
  sweep,
  switches,
}: Overview) =>
  switches.some(({ engaged }) => engaged) ||
  lane.state === "halted" ||
  !isCarried(sweep.state) ||
  failing.length + disabled.length > 0 ||
  isClassifierFailing ||
  standing.recovery !== null;
