import type { Metadata } from "next";
import { AskForKey } from "@/components/agents/start/ask-for-key";
import { StartView } from "@/components/agents/start/start-view";
import { listQuerySchema } from "@/lib/contract/actions/list-query";
import type { AgentView } from "@/lib/contract/people/agents";
import { type Person, mayAdminister, mayDecide } from "@/lib/core/access/principal";
import { listAgents } from "@/lib/gateway/access/agents/list-agents";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { listActions } from "@/lib/gateway/read/actions/list-actions";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { personPage } from "@/lib/http/page";
import { type SearchParams, readSearchParams } from "@/lib/http/search-params";
import { nameWithEmail } from "@/lib/view/people/name-with-email";

export const metadata: Metadata = { title: "Connect an agent" };

export default personPage(async function StartPage(person, props: { searchParams: SearchParams }) {
  if (!mayAdminister(person.role)) return <AskForKey url={baseUrl()} />;
  const read = await readSearchParams(props.searchParams);
  const [agents, people] = await Promise.all([listAgents(person), listPeople(person)]);
  // A workflow's agent has no key that anybody could use.
  const keyed = agents.filter(({ status, workflow }) => status === "active" && workflow === null);
  const chosen = keyed.find(({ id }) => String(id) === read("agent")) ?? null;
  const active = people.filter(({ status }) => status === "active");
  return (
    <StartView
      key={chosen?.id ?? "new"}
      url={baseUrl()}
      agents={keyed}
      principals={active.map((each) => ({ id: each.id, name: nameWithEmail(each) }))}
      deciders={active.filter(({ role }) => mayDecide(role)).map(({ name }) => name)}
      initial={chosen && { agent: chosen, before: await newestOf(person, chosen) }}
    />
  );
});

async function newestOf(person: Person, { name }: AgentView) {
  const query = listQuerySchema.parse({ agent: name, status: "all", sort: "newest", limit: 1 });
  const { items } = await listActions(person, query);
  return items[0] ?? null;
}
