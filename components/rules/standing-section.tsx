"use client";
import { useRouter } from "next/navigation";
import { useViewer } from "@/components/data/viewer";
import { Badge } from "@/components/ui/badge";
import { lazily } from "@/components/ui/lazily";
import { PageSection } from "@/components/ui/page";
import { SettingCard } from "@/components/ui/setting-card";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { EmptyState } from "@/components/ui/states";
import { Countdown, RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { StandingList } from "@/lib/contract/settings/rules";
import { mayDecide } from "@/lib/core/access/principal";
import { act } from "@/lib/operations/act";
import { actionTypeTitle, countWords } from "@/lib/view/words";

const SignDialog = lazily(() => import("./sign-dialog").then((module) => module.SignDialog));

/** The signatures under which trivial writes go without a tap. */
export function StandingSection({ standing }: { standing: StandingList }) {
  const signs = mayDecide(useViewer().role);
  const live = standing.items.filter((one) => one.live);
  const ended = standing.items.filter((one) => !one.live);
  return (
    <PageSection
      title="Standing authorisations"
      aside={
        signs && (
          <DialogButton
            renderDialog={(onClose) => <SignDialog types={standing.trivial_types} onClose={onClose} />}
          >
            Sign one…
          </DialogButton>
        )
      }
    >
      <p className="max-w-2xl text-sm text-ink-2">
        Trivial writes (L1) of the named types go without a tap, in the name of whoever signed. Nothing with
        money does, and nothing that was proposed within a day before.
        {!signs && " A steward decides nothing and signs none."}
      </p>
      {live.length === 0 && (
        <EmptyState title="None is in force" text="Every write waits for a person, L1 too." />
      )}
      <ul className="grid gap-3" aria-label="Standing authorisations">
        {[...live, ...ended].map((one) => (
          <li key={one.id}>
            <StandingCard one={one} />
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function badgeOf({ live, genuine, revoked_at }: StandingList["items"][number]) {
  if (live) return <Badge tone="good">in force</Badge>;
  if (!genuine) return <Badge tone="bad">not signed here</Badge>;
  return <Badge>{revoked_at ? "revoked" : "over"}</Badge>;
}

function StandingCard({ one }: { one: StandingList["items"][number] }) {
  const router = useRouter();
  const titles = one.action_types.map(actionTypeTitle).join(", ");
  return (
    <SettingCard
      title={titles}
      badge={badgeOf(one)}
      line={
        <p className="text-sm text-ink-2">
          Signed <RelativeTime iso={one.signed_at} /> by <UntrustedText>{one.signed_by}</UntrustedText>, under
          version {one.policy_version} of the policy
        </p>
      }
      button={
        (one.live || !one.genuine) && (
          <ConfirmButton
            label="Revoke…"
            title="Revoke this authorisation?"
            description={`From now on ${titles} wait for a person, unless another one covers them. It cannot be brought back; sign a new one.`}
            press="Revoke"
            tone="danger"
            send={() => act("revokeStanding", { id: one.id })}
            done={() => {
              router.refresh();
              return "It is revoked.";
            }}
          />
        )
      }
      facts={[
        ["Within 24 hours", `${one.used_today} of ${one.per_day_max}`],
        ["In all", countWords(one.used_in_all, "write")],
      ]}
      className={one.live ? undefined : "bg-transparent shadow-none"}
    >
      {!one.genuine && (
        <p className="border-t pt-3 text-sm text-ink-2">
          It was written into the database past Countersign, and nothing goes under it. Revoke it, and have
          whoever runs this installation find out who did that.
        </p>
      )}
      {one.live && (
        <p className="border-t pt-3 text-sm text-ink-2">
          Ends in <Countdown iso={one.expires_at} />
        </p>
      )}
    </SettingCard>
  );
}
