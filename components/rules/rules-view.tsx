/** This room shows the rules that administrators set, and changes them. */
"use client";
import { PageFrame } from "@/components/ui/page";
import type { Policies, StandingList } from "@/lib/contract/settings/rules";
import type { Thresholds } from "@/lib/contract/settings/thresholds";
import { PolicySection } from "./policy-section";
import { StandingSection } from "./standing-section";
import { ThresholdsSection } from "./thresholds-section";

interface RulesViewProps {
  policies: Policies;
  thresholds: Thresholds;
  standing: StandingList;
}

export function RulesView({ policies, thresholds, standing }: RulesViewProps) {
  return (
    <PageFrame
      title="Rules"
      text="Who may propose, decide and send what, which tier a proposal gets, and which trivial writes need no tap. Every change needs a code of your authenticator app and is kept in the ledger."
    >
      <PolicySection policies={policies} />
      <ThresholdsSection thresholds={thresholds} />
      <StandingSection standing={standing} />
    </PageFrame>
  );
}
