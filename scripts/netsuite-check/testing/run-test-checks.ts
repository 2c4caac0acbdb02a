import { systemClock } from "@/lib/clock";
import { testCredentials } from "@/netsuite/testing/open-account";
import type { CheckOptions } from "../arguments";
import type { CheckConfiguration } from "../configuration";
import { type CheckReport, runChecks } from "../run-checks";

/** All checks on a test's account; concurrency only where a test asks for it. */
export function runTestChecks(
  configuration: Partial<CheckConfiguration>,
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  const { account, ...credentials } = testCredentials;
  return runChecks(
    {
      account,
      strategy: "tba",
      credentials,
      baseUrl: undefined,
      databaseUrl: undefined,
      timeoutMs: 5_000,
      concurrencyMax: 5,
      source: "a test",
      ...configuration,
    },
    { json: false, help: false, days: 7, agentRoles: [], skipConcurrency: true, ...options },
    systemClock,
  );
}
