import type { Clock } from "@/lib/clock";
import { createAccountCall } from "./account-call";
import type { CheckOptions } from "./arguments";
import { checkBypasses } from "./check-bypasses";
import { checkConcurrency } from "./check-concurrency";
import { checkConnection } from "./check-connection";
import { checkRole } from "./check-role";
import type { CheckConfiguration } from "./configuration";
import type { Write } from "./find-bypasses";
import { type Line, pass } from "./line";

export interface CheckReport {
  lines: Line[];
  /** Writes without a receipt. */
  bypasses: Write[];
  /** 0: all is well. 1: something lacks. 2: writes without a receipt. */
  exitCode: 0 | 1 | 2;
}

/** Everything, in the order in which one thing needs another. Changes nothing in the account. */
export async function runChecks(
  configuration: CheckConfiguration,
  options: CheckOptions,
  clock: Clock,
): Promise<CheckReport> {
  const call = createAccountCall(configuration, clock);
  try {
    const { account: name, strategy, source } = configuration;
    const lines = [pass("configuration", `Account ${name}, signing with ${strategy}; from ${source}.`)];
    const connection = await checkConnection(configuration, call);
    lines.push(...connection.lines);
    const { account } = connection;
    if (!account) return reportOf(lines, []);
    lines.push(...checkRole(account, strategy));
    if (!options.skipConcurrency) lines.push(await checkConcurrency(call, configuration.concurrencyMax));
    const { days, agentRoles } = options;
    const { databaseUrl, timeoutMs } = configuration;
    const bypasses = await checkBypasses({ call, account, days, agentRoles, databaseUrl, timeoutMs });
    return reportOf([...lines, ...bypasses.lines], bypasses.writes);
  } finally {
    call.close();
  }
}

function reportOf(lines: Line[], bypasses: Write[]): CheckReport {
  const lacks = lines.some(({ status }) => status === "fail");
  return { lines, bypasses, exitCode: bypasses.length > 0 ? 2 : lacks ? 1 : 0 };
}
