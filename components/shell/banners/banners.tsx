"use client";
import Link from "next/link";
import { KeyRound, OctagonAlert, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { isSignedOut, isUnproven } from "@/components/data/get-json";
import { useOverview } from "@/components/data/overview";
import { useOnline } from "@/components/state/online";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import { ClockTime, RelativeTime } from "@/components/ui/time";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { isCarried } from "@/lib/core/sweep-state";
import { sourceWords, SWITCH_WORDS } from "@/lib/view/switches";
import { LaneBanner } from "./lane-banner";

/** The conditions of the whole page that nobody may miss: engaged switches, a halted lane, fresh credentials, no connection, no session. */
export function Banners() {
  const { overview, error } = useOverview();
  const online = useOnline();
  const { lane } = overview;
  return (
    <div className="grid max-h-[40dvh] shrink-0 overflow-y-auto">
      {overview.switches
        .filter((entry) => entry.engaged)
        .map((entry) => (
          <SwitchBanner key={entry.name} entry={entry} />
        ))}
      {lane.state === "halted" && <LaneBanner lane={lane} />}
      {!isCarried(overview.sweep.state) && <SweepBanner sweep={overview.sweep} />}
      {overview.standing.recovery && <RecoveryBanner recovery={overview.standing.recovery} />}
      {isUnproven(error) && (
        <Banner tone="warn" icon={<TriangleAlert />}>
          <b>You administer here now.</b> Administrators sign in with a second factor.{" "}
          <Link href="/sign-in/second-factor" className="underline">
            Enter a code
          </Link>
        </Banner>
      )}
      {isSignedOut(error) && (
        <Banner tone="warn" icon={<TriangleAlert />}>
          <b>Your session has ended.</b> This page may be out of date.{" "}
          <Link href="/sign-in" className="underline">
            Sign in again
          </Link>
        </Banner>
      )}
      {!online ? (
        <Banner tone="warn" icon={<WifiOff />}>
          <b>You are offline.</b> This page may be out of date, and nothing can be decided until the
          connection is back.
        </Banner>
      ) : (
        error !== null &&
        !isSignedOut(error) &&
        !isUnproven(error) && (
          <Banner tone="warn" icon={<WifiOff />}>
            <b>The server does not answer.</b> This page may be out of date; it keeps trying every ten
            seconds.
          </Banner>
        )
      )}
    </div>
  );
}

function SwitchBanner({ entry }: { entry: Overview["switches"][number] }) {
  const words = SWITCH_WORDS[entry.name];
  return (
    <Banner tone="bad" icon={<OctagonAlert />}>
      <b>
        Kill switch engaged: {words.title} (<span className="font-mono text-[0.92em]">{entry.name}</span>)
      </b>{" "}
      {sourceWords(entry.source)}
      {entry.since && (
        <>
          , since <RelativeTime iso={entry.since} />
        </>
      )}
      {entry.changed_by && <>, by {entry.changed_by}</>}
      {entry.reason && (
        <>
          : “<UntrustedText>{entry.reason}</UntrustedText>”
        </>
      )}
      . Halts: {words.halts.charAt(0).toLowerCase() + words.halts.slice(1)}{" "}
      <Link href="/kill-switches" className="underline underline-offset-2">
        Kill switches
      </Link>
    </Banner>
  );
}

/** The person themselves learns of it here: somebody else may have their credentials. */
function RecoveryBanner({ recovery }: { recovery: NonNullable<Overview["standing"]["recovery"]> }) {
  const { by, at, until } = recovery;
  return (
    <Banner tone="warn" icon={<KeyRound />}>
      <b>
        {by} gave you new credentials <RelativeTime iso={at} />.
      </b>{" "}
      Until <ClockTime iso={until} />, or until another administrator confirms that it is you, you decide
      nothing at L4 and L5. You did not ask for it? Tell another administrator at once, not {by}.
    </Banner>
  );
}

/** Approvals are taken and wait: nothing else on the page would say so. */
function SweepBanner({ sweep }: { sweep: Overview["sweep"] }) {
  return (
    <Banner tone="warn" icon={<TriangleAlert />}>
      <b>Approved writes are not being sent.</b>{" "}
      {sweep.state === "refusing" ? <EventsRejected sweep={sweep} /> : <NeverCalled sweep={sweep} />}
    </Banner>
  );
}

function EventsRejected({ sweep }: { sweep: Overview["sweep"] }) {
  return (
    <>
      Inngest rejects events from this installation
      {sweep.unsent_since && (
        <>
          : the oldest that waits was written <RelativeTime iso={sweep.unsent_since} />
        </>
      )}
      . Approvals wait until it does. <b>To do:</b> see that Inngest accepts the event key of this
      installation (<Code>INNGEST_EVENT_KEY</Code>), and that this installation can reach Inngest.
    </>
  );
}

function NeverCalled({ sweep }: { sweep: Overview["sweep"] }) {
  return (
    <>
      {sweep.last_at === null ? (
        "Inngest has never called this installation: its functions are not registered there. "
      ) : (
        <>
          Inngest last called this installation <RelativeTime iso={sweep.last_at} />.{" "}
        </>
      )}
      Approvals wait until it does. <b>To do:</b> see that Inngest runs and that <Code>/api/inngest</Code> of
      this address is registered there.
    </>
  );
}

function Code({ children }: { children: string }) {
  return <span className="font-mono text-[0.92em]">{children}</span>;
}

function Banner({ tone, icon, children }: { tone: "bad" | "warn"; icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="alert"
      className={cn(
        "flex items-start gap-2.5 px-4 py-2 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0",
        tone === "bad" ? "bg-bad-solid text-white" : "border-b bg-warn-soft text-warn",
      )}
    >
      {icon}
      <p className="min-w-0">{children}</p>
    </div>
  );
}
