import { systemClock } from "@/lib/clock";
import { localDir } from "./local/local-state";
import { USAGE, parseArguments } from "./netsuite-check/arguments";
import { findConfiguration } from "./netsuite-check/configuration";
import { formatReport } from "./netsuite-check/print-report";
import { runChecks } from "./netsuite-check/run-checks";

/** `npm run netsuite:check`: whether the NetSuite account is ready for Countersign, and whether anything writes past it. */
async function main(args: string[]): Promise<number> {
  const options = parseArguments(args);
  if (typeof options === "string") return complain(`${options}\n\n${USAGE}`);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const configuration = await findConfiguration(process.env, localDir);
  if (typeof configuration === "string") return complain(configuration);
  const report = await runChecks(configuration, options, systemClock);
  const { account, strategy } = configuration;
  console.log(
    options.json ? JSON.stringify({ account, strategy, ...report }, null, 2) : formatReport(report),
  );
  return report.exitCode;
}

function complain(text: string): number {
  console.error(text);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
