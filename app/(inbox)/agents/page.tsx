import type { Metadata } from "next";
import { AgentsView } from "@/components/agents/agents-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { listAgents } from "@/lib/gateway/access/agents/list-agents";
import { readProposalLimits } from "@/lib/gateway/controls/quotas/proposal-limits";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { personPage } from "@/lib/http/page";
import { nameWithEmail } from "@/lib/view/people/name-with-email";

export const metadata: Metadata = { title: "Agents" };

export default personPage(async function AgentsPage(person) {
  if (!mayAdminister(person.role))
    return (
      <AdminsOnly title="Agents" text="The programs that propose writes, each with its key and limits." />
    );
  const [agents, people, limits] = await Promise.all([
    listAgents(person),
    listPeople(person),
    readProposalLimits(person),
  ]);
  // Only the people that an agent may speak for; the page needs nothing else about people.
  const principals = people
    .filter((each) => each.status === "active")
    .map((each) => ({ id: each.id, name: nameWithEmail(each) }));
  return <AgentsView agents={agents} principals={principals} limits={limits} />;
});
