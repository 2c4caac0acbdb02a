import type { Fault } from "./fault";
import type { RequestPlan } from "./plan";
import { type Meanwhile, planRecordFault } from "./record-faults";
import { planTransportFault } from "./transport-faults";

/** Turns the faults that strike one request into its plan. `meanwhile` carries out requests inside it, at once. */
export function makePlan(faults: Fault[], account: string, meanwhile: Meanwhile): RequestPlan {
  const plan: RequestPlan = { outsiders: [], hooks: [] };
  for (const fault of faults) {
    planTransportFault(fault, plan, account);
    planRecordFault(fault, plan, meanwhile);
  }
  return plan;
}
