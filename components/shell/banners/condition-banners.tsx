"use client";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { IntentLink } from "@/components/ui/intent-link";
import { ClockTime, RelativeTime } from "@/components/ui/time";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { isCarried } from "@/lib/core/sweep-state";
import { sourceWords, SWITCH_WORDS } from "@/lib/view/switch-words";
import { SWITCH_TITLES } from "@/lib/view/switches";
import { Banner } from "./banner";
import { LaneBanner } from "./lane-banner";

/** The conditions that the server tells of: engaged switches, a halted lane, writes that nothing carries, fresh credentials. */
export function ConditionBanners({ overview }: { overview: Overview }) {
  const {
    classifier_failing: isClassifierFailing,
    disabled_webhooks: disabled,
    failing_channels: failing,
    lane,
    standing,
    sweep,
    switches,
  } = overview;
  return (
    <>
      {switches
        .filter((entry) => entry.engaged)
        .map((entry) => (
          <SwitchBanner key={entry.name} entry={entry} />
        ))}
      {lane.state === "halted" && <LaneBanner lane={lane} />}
      {!isCarried(sweep.state) && <SweepBanner sweep={sweep} />}
      {failing.length > 0 && <ChannelBanner failing={failing} />}
      {disabled.length > 0 && <WebhookBanner disabled={disabled} />}
      {isClassifierFailing && <ClassifierBanner />}
      {standing.recovery && <RecoveryBanner recovery={standing.recovery} />}
    </>
  );
}

function SwitchBanner({ entry }: { entry: Overview["switches"][number] }) {
  const words = SWITCH_WORDS[entry.name];
  return (
    <Banner tone="bad" icon="octagon-alert">
      <b>
        Kill switch engaged: {SWITCH_TITLES[entry.name]} (
        <span className="font-mono text-[0.92em]">{entry.name}</span>)
      </b>{" "}
      {sourceWords(entry.source)}
      {entry.since && (
        <>
          , <RelativeTime iso={entry.since} />
        </>
      )}
      {entry.changed_by && <>, by {entry.changed_by}</>}
      {entry.reason && (
        <>
          : “<UntrustedText>{entry.reason}</UntrustedText>”
        </>
      )}
      . Halts: {words.halts.charAt(0).toLowerCase() + words.halts.slice(1)}{" "}
      <IntentLink href="/kill-switches" className="underline underline-offset-2">
        Kill switches
      </IntentLink>
    </Banner>
  );
}

/** The person themselves learns of it here: somebody else may have their credentials. */
function RecoveryBanner({ recovery }: { recovery: NonNullable<Overview["standing"]["recovery"]> }) {
  const { by, at, until } = recovery;
  return (
    <Banner tone="warn" icon="key-round">
      <b>
        {by} gave you new credentials <RelativeTime iso={at} />.
      </b>{" "}
      Until <ClockTime iso={until} />, or until another administrator confirms that it is you, you decide
      nothing at L4 and L5. You did not ask for it? Tell another administrator at once, not {by}.
    </Banner>
  );
}

/** A channel is failing: people who rely on its messages get none, and cannot tell. */
function ChannelBanner({ failing }: { failing: readonly string[] }) {
  return (
    <Banner tone="warn" icon="triangle-alert">
      <b>Some messages are not being sent:</b>{" "}
      {failing.map((label, index) => (
        <span key={label}>
          {index > 0 && ", "}
          <UntrustedText>{label}</UntrustedText>
        </span>
      ))}{" "}
      is failing.{" "}
      <IntentLink href="/account" className="underline underline-offset-2">
        See why
      </IntentLink>
    </Banner>
  );
}

/** Another system hears nothing any more, and nobody there may have noticed. */
function WebhookBanner({ disabled }: { disabled: readonly string[] }) {
  return (
    <Banner tone="warn" icon="triangle-alert">
      <b>Webhooks are no longer sent</b> to{" "}
      {disabled.map((host, index) => (
        <span key={host}>
          {index > 0 && ", "}
          <UntrustedText>{host}</UntrustedText>
        </span>
      ))}
      : nothing arrived there.{" "}
      <IntentLink href="/agents/webhooks" className="underline underline-offset-2">
        See why
      </IntentLink>
    </Banner>
  );
}

/** Fewer replies count as answers meanwhile, and the people who sent them cannot tell. */
function ClassifierBanner() {
  return (
    <Banner tone="warn" icon="triangle-alert">
      <b>The model that classifies replies is failing:</b> rules classify them meanwhile, and more of them
      wait for a person. <b>To do:</b> see that the provider of <Code>CLASSIFIER_MODEL</Code> answers.
    </Banner>
  );
}

/** Approvals are taken and wait: nothing else on the page would say so. */
function SweepBanner({ sweep }: { sweep: Overview["sweep"] }) {
  return (
    <Banner tone="warn" icon="triangle-alert">
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
