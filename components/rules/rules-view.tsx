/** This room shows the rules that administrators set, and changes them. */
"use client";
import { PageFrame } from "@/components/ui/page";
import type { Policies, StandingList } from "@/lib/contract/rules";
import { PolicySection } from "./policy-section";
import { StandingSection } from "./standing-section";

export function RulesView({ policies, standing }: { policies: Policies; standing: StandingList }) {
  return (
    <PageFrame
      title="Rules"
      text="Who may propose, decide and send what, and which trivial writes need no tap. Every change needs a code of your authenticator app and is kept in the ledger."
    >
      <PolicySection policies={policies} />
      <StandingSection standing={standing} />
    </PageFrame>
  );
}
