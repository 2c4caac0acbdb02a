import type { ActionList } from "@/lib/contract/actions/outline";
import type { AgentView } from "@/lib/contract/people/agents";

interface NextStepsProps {
  agent: AgentView;
  proposal: ActionList["items"][number];
  /** The names of those who may approve. */
  deciders: readonly string[];
}

const namedMax = 3;

/** The people who decide about a proposal that waits, and how its program hears of the decision. */
export function NextSteps({ agent, proposal, deciders }: NextStepsProps) {
  if (proposal.status !== "pending") return null;
  const { required_approvals: needed, risk_level: tier } = proposal;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm text-ink">
      <li>
        {namesOf(deciders)} can decide it
        {needed > 1 && `, and ${needed} of them have to approve`}.
        {tier >= 4 &&
          agent.key_makers.length > 0 &&
          ` At L4 and L5 ${agent.key_makers.join(" and ")}, who made the key, is its author and does not approve alone.`}
      </li>
      <li>Approved, it is written to NetSuite, and the program hears so.</li>
      <li>Rejected, the program reads the reason, and may propose something better.</li>
    </ul>
  );
}

/** `Ana, Ben, Cho and 2 more` */
function namesOf(names: readonly string[]): string {
  if (names.length === 0) return "Nobody yet";
  const named = names.slice(0, namedMax);
  const more = names.length - named.length;
  const parts = more > 0 ? [...named, `${more} more`] : named;
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
