/** This room shows the rules that administrators set, and changes them. */
"use client";
import { PageFrame } from "@/components/ui/page";
import type { GraceSetting } from "@/lib/contract/settings/grace";
import type { Policies, StandingList } from "@/lib/contract/settings/rules";
import type { Thresholds } from "@/lib/contract/settings/thresholds";
import { GraceSection } from "./grace-section";
import { PolicySection } from "./policy-section";
import { StandingSection } from "./standing-section";
import { ThresholdsSection } from "./thresholds-section";

interface RulesViewProps {
  policies: Policies;
  thresholds: Thresholds;
  standing: StandingList;
  grace: GraceSetting;
}

export function RulesView({ policies, thresholds, standing, grace }: RulesViewProps) {
  return (
    <PageFrame
      title="Rules"
      text="Who may propose, decide and send; the tiers of proposals; and the trivial writes that need no tap. Every change is kept in the ledger, and a change that permits more needs a code of your authenticator app."
    >
      <PolicySection policies={policies} />
      <ThresholdsSection thresholds={thresholds} />
      <StandingSection standing={standing} />
      <GraceSection grace={grace} />
    </PageFrame>
  );
}
