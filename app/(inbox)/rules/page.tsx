import type { Metadata } from "next";
import { RulesView } from "@/components/rules/rules-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { readPolicies } from "@/lib/gateway/rules/read-policies";
import { readThresholds } from "@/lib/gateway/rules/read-thresholds";
import { readStandingAuthorisations } from "@/lib/gateway/rules/standing-authorisations";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Rules" };

export default personPage(async function RulesPage(person) {
  if (!mayAdminister(person.role))
    return (
      <AdminsOnly
        title="Rules"
        text="The policy, the thresholds, and who signed for writes that need no tap."
      />
    );
  const [policies, thresholds, standing] = await Promise.all([
    readPolicies(person),
    readThresholds(person),
    readStandingAuthorisations(person),
  ]);
  return <RulesView policies={policies} thresholds={thresholds} standing={standing} />;
});
