import type { OwnerSql } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { changeProposalLimits } from "@/lib/gateway/controls/quotas/proposal-limits";
import { steppedUp } from "@/lib/gateway/testing/step-up";

/** More than any test has waiting for one record. */
const MANY = 10_000;

/** From now on the administrator's company may have thousands of proposals waiting for one record. */
export async function letManyWait(owner: OwnerSql, admin: Person, gateway: Gateway): Promise<void> {
  const raised = [
    "waiting at L4 and L5",
    "of an agent at L4 and L5",
    "of a record",
    "of a record at L4 and L5",
  ];
  const subject = raised.map((words) => `${MANY} ${words}`).join(", ");
  const limits = { high_max: MANY, agent_high_max: MANY, record_max: MANY, record_high_max: MANY };
  const person = await steppedUp(owner, admin, "change_proposal_limits", subject);
  await changeProposalLimits(person, { ...limits, reason: "A test of many" }, gateway);
}
