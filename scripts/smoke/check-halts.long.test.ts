import { expect, test } from "vitest";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { outcomeOf } from "@/lib/gateway/testing/race";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { answerRequest } from "@/lib/operations/answer-request";
import { agentKeyIn, installWorld, tokenOf } from "@/lib/operations/testing/over-http";
import { checkHalts } from "./check-halts";
import { type CompanyDoor, companyClientThrough } from "./company-client";

/** The smoke command's checks, on a company in this process: its requests are answered as the app answers them. */

process.env.OPERATOR_TOKEN = "the operator's token of these tests, 32 or longer";
const world = await useWorld();
// Proposals of the same few kinds again and again: their totals would lift the tiers.
await world.owner`UPDATE risk_tier_rules SET at_least = 100000000000 WHERE measure LIKE 'cumulative%'`;
installWorld(world);
const tokens = {
  approver: await tokenOf(world, world.approver),
  admin: await tokenOf(world, world.admin),
} as Record<string, string>;

/** Every delivery that was requested since the last look, as the engine would run it. */
async function deliverRequested(): Promise<void> {
  for (const { name, data } of world.outgoing.splice(0))
    if (name === "ns-push.requested") await pushAction(world.tenantId, Number(data.push_id), world.gateway);
}

const door: CompanyDoor = {
  tokenOf: (role) => tokens[role]!,
  agentKey: await agentKeyIn(world),
  operatorToken: process.env.OPERATOR_TOKEN,
  async send(path, request) {
    const answer = await answerRequest(new Request(`http://countersign.test${path}`, request));
    await deliverRequested();
    return answer;
  },
  async release(name) {
    const change = { name, engaged: false, reason: "smoke check" };
    const { error } = await outcomeOf(flipSwitch(world.owner, world.admin, change, world.gateway));
    await deliverRequested();
    return { status: error?.status ?? 200, body: {} };
  },
};

const run = (through: CompanyDoor = door) =>
  checkHalts({
    company: () => companyClientThrough(through),
    async restart(env) {
      const engaged = SWITCH_NAMES.filter((name) => env[`KILL_SWITCH_${name.toUpperCase()}`] === "1");
      world.gateway.switchesFromEnvironment = engaged;
    },
    watchMs: 0,
  });

test("it engages each switch by page, operator and environment, and every check of its halt and its release holds", async () => {
  const checks = await run();
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  for (const by of ["page", "operator", "environment"])
    for (const name of SWITCH_NAMES) {
      const names = checks.filter((one) => one.by === by && one.switch === name).map(({ check }) => check);
      expect(names).toEqual(
        expect.arrayContaining([
          "approve L2",
          "approve L4",
          "push of an L4 approved before",
          "reject",
          "propose",
        ]),
      );
    }
});

test("each switch that is said to be engaged and halts nothing is found", async () => {
  /** Every change is answered as ever, and released behind everybody's back. */
  const send: CompanyDoor["send"] = async (path, request) => {
    const answer = await door.send(path, request);
    if (path.endsWith("/kill-switches") && request.method === "PUT") await releaseEverySwitch(world.owner);
    return answer;
  };
  const faults = (await run({ ...door, send })).filter(({ ok }) => !ok);
  for (const by of ["page", "operator"])
    for (const name of SWITCH_NAMES)
      expect(faults).toContainEqual(
        expect.objectContaining({ switch: name, by, check: "push of an L4 approved before" }),
      );
});
