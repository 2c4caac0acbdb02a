import { z } from "zod";
import { type AccountCall, PARALLEL_MAX } from "./account-call";
import { type Line, fail, pass, warn } from "./line";

/** The number of requests that the account takes at once, measured with reads: our share first, then twice as many. */

const LIMIT_CODES: ReadonlySet<string> = new Set(["SSS_REQUEST_LIMIT_EXCEEDED", "HTTP_429"]);
const anyAnswer = z.object({ verdict: z.literal("check") });

export async function checkConcurrency(call: AccountCall, concurrencyMax: number): Promise<Line> {
  const share = Math.min(concurrencyMax, PARALLEL_MAX);
  const atShare = await askAtOnce(call, share);
  const { answered, refused, failed } = atShare;
  if (failed !== null) {
    const finding = `Of ${share} requests at once one failed (${failed}).`;
    return fail("concurrency", finding, "Run the check again.");
  }
  if (refused > 0) {
    return warn(
      "concurrency",
      `Of ${share} requests at once the account answered ${answered} and refused ${refused}.`,
      `Set NETSUITE_CONCURRENCY_MAX to ${Math.max(1, answered)} or less (it is ${concurrencyMax}); what else uses the account's limit shares it. Refused requests are sent again, so this costs time and no write.`,
    );
  }
  const more = Math.min(share * 2, PARALLEL_MAX);
  const room = await askAtOnce(call, more);
  const beyond =
    room.refused > 0 ? `of ${more} it refused ${room.refused}` : `${room.answered} of ${more} too`;
  return pass("concurrency", `The account answers our ${share} requests at once; ${beyond}.`);
}

async function askAtOnce(call: AccountCall, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => call.ask({ op: "check" }, anyAnswer)),
  );
  const codes = answers.map((answer) =>
    answer.kind === "answered" ? null : answer.kind === "failed" ? answer.code : answer.failure.code,
  );
  const refused = codes.filter((code) => code !== null && LIMIT_CODES.has(code)).length;
  const failed = codes.find((code) => code !== null && !LIMIT_CODES.has(code)) ?? null;
  return { answered: codes.filter((code) => code === null).length, refused, failed };
}
