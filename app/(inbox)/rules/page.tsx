import type { Metadata } from "next";
import { RulesView } from "@/components/rules/rules-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { readGraceSetting } from "@/lib/gateway/controls/grace-setting";
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
        text="The policy, the thresholds, who signed for writes that need no tap, and the time to take back a decision."
      />
    );
  const [policies, thresholds, standing, grace] = await Promise.all([
    readPolicies(person),
    readThresholds(person),
    readStandingAuthorisations(person),
    readGraceSetting(person),
  ]);
  return <RulesView policies={policies} thresholds={thresholds} standing={standing} grace={grace} />;
});
