"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRead } from "@/components/data/use-read";
import { Badge } from "@/components/ui/badge";
import { SettingCard } from "@/components/ui/setting-card";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ContentSetting } from "@/lib/contract/settings/content-setting";

/** Whether viewers see content: shipped off, changed with a reason. */
export function ContentSettingCard({ initial }: { initial: ContentSetting }) {
  const { data: setting = initial } = useRead<ContentSetting>(["content-setting"], "/api/settings/content", {
    initialData: initial,
    refetchInterval: false,
  });
  const isVisible = setting.viewers_see_content;
  return (
    <SettingCard
      title="Content for viewers"
      badge={
        <Badge tone={isVisible ? "warn" : "good"}>{isVisible ? "content shown" : "content hidden"}</Badge>
      }
      line={
        <p className="text-sm text-ink-2">
          {isVisible
            ? "Viewers read proposals whole, with values, reasons, comments and drafts."
            : "Viewers get the type, record, tier, status, impact, times and people of a proposal."}
        </p>
      }
      button={
        <DialogButton renderDialog={(onClose) => <ContentDialog setting={setting} onClose={onClose} />}>
          Change…
        </DialogButton>
      }
      facts={[
        [
          "Hidden from viewers",
          "Values, reasons, evidence, comments, lines of rolls, e-mail drafts, dead letters’ payloads",
        ],
        ["Always seen by", "Everybody with another role than viewer"],
      ]}
    >
      {setting.changed_at && (
        <p className="text-xs break-words text-ink-3">
          {setting.changed_by} changed it <RelativeTime iso={setting.changed_at} />: “
          <UntrustedText>{setting.reason ?? ""}</UntrustedText>”
        </p>
      )}
    </SettingCard>
  );
}

function ContentDialog({ setting, onClose }: { setting: ContentSetting; onClose: () => void }) {
  const queries = useQueryClient();
  const steppedUp = useSteppedUp();
  const next = !setting.viewers_see_content;
  return (
    <ReasonSheet
      title={next ? "Show content to viewers?" : "Hide content from viewers?"}
      description={
        next
          ? "Every viewer of your company reads proposals whole from their next page on."
          : "Viewers keep the outline of a proposal. Pages that are open keep what they show until they are read again."
      }
      hint="It stands beside the setting, and is kept in the ledger."
      press={next ? "Show it" : "Hide it"}
      send={(reason) =>
        steppedUp(
          "setContentSetting",
          { viewers_see_content: next, reason },
          "Show the content of proposals to viewers",
        )
      }
      done={(changed) => {
        queries.setQueryData<ContentSetting>(["content-setting"], changed);
        return next ? "Viewers see content." : "Content is hidden from viewers.";
      }}
      onClose={onClose}
    />
  );
}
