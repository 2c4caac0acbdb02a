import type { Fault } from "./fault";
import type { RequestPlan } from "./plan";
import { type Redeliver, planRecordFault } from "./record-faults";
import { planTransportFault } from "./transport-faults";

/** Turns the faults that strike one request into its plan. `redeliver` runs the same request again, at once. */
export function makePlan(faults: Fault[], account: string, redeliver: Redeliver): RequestPlan {
  const plan: RequestPlan = { outsiders: [], hooks: [] };
  for (const fault of faults) {
    planTransportFault(fault, plan, account);
    planRecordFault(fault, plan, redeliver);
  }
  return plan;
}
