import type { PolicyAnswer, PolicyQuestion } from "@/lib/core/policy";

/** One version of one tenant's policy, ready to be asked. Asking never throws: whatever goes wrong denies. */
export interface PolicyEngine {
  readonly version: number;
  readonly hash: string;
  ask(question: PolicyQuestion): PolicyAnswer;
}
