import { expect, test } from "vitest";
import type { PushView } from "@/lib/contract/actions/action-view";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { waitWords } from "@/lib/view/switches";
import { pushWords } from "./push-words";

const now = Date.parse("2026-11-20T12:00:00Z");
const push = (parts: Partial<PushView>) =>
  ({
    status: "queued",
    destination: "netsuite",
    attempts: 0,
    attempts_max: 5,
    next_attempt_at: "2026-11-20T12:00:08Z",
    lines: null,
    ...parts,
  }) as PushView;
const overview = (engaged: string | null, state: "open" | "halted" = "open") =>
  ({
    switches: SWITCH_NAMES.map((name) => ({ name, engaged: name === engaged })),
    lane: { state },
  }) as unknown as Parameters<typeof waitWords>[0];

test("a queued write names the switch that halts it, and no time", () => {
  const wait = waitWords(overview("ns_writes"), 2);
  expect(pushWords(push({}), now, wait)).toMatchObject({
    title: "Queued",
    text: "It goes to NetSuite once the NetSuite writes switch is released.",
  });
  expect(pushWords(push({ attempts: 1 }), now, wait).text).toBe(
    "The last attempt did not write anything. It goes to NetSuite once the NetSuite writes switch is released; 1 of 5 attempts used.",
  );
});

test("a write that has left is halted by nothing", () => {
  const wait = waitWords(overview("ns_writes"), 2);
  for (const status of ["pushing", "applied", "dead"] as const)
    expect(pushWords(push({ status }), now, wait)).toEqual(pushWords(push({ status }), now));
});

test("the switch of high tiers halts L4 and L5 alone, and a halted lane everything", () => {
  expect([3, 4, 5].map((tier) => waitWords(overview("high_risk_ops"), tier))).toEqual([
    null,
    "once the High-risk operations switch is released",
    "once the High-risk operations switch is released",
  ]);
  expect(waitWords(overview(null, "halted"), 1)).toBe("once its lane is open again");
  expect(waitWords(overview(null), 5)).toBeNull();
});
