import type { Metadata } from "next";
import { RulesView } from "@/components/rules/rules-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { readPolicies } from "@/lib/gateway/rules/read-policies";
import { readStandingAuthorisations } from "@/lib/gateway/rules/standing-authorisations";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Rules" };

export default personPage(async function RulesPage(person) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="Rules" text="The policy, and who signed for writes that need no tap." />;
  const [policies, standing] = await Promise.all([readPolicies(person), readStandingAuthorisations(person)]);
  return <RulesView policies={policies} standing={standing} />;
});
