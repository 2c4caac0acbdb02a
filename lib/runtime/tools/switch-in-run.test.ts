import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { SWITCH_NAMES, type SwitchName } from "@/lib/core/kill-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";
import { stepsOf } from "@/lib/runtime/testing/use-runs";

const runs = await useModelRuns();
const { owner, gateway, admin, witness, provider, publish, start, workOff, look, letTimeCome } = runs;
afterEach(() => releaseEverySwitch(owner));

const flip = (name: SwitchName, engaged: boolean) =>
  flipSwitch(owner, admin, { name, engaged, reason: "Incident 12" }, gateway);
const sending = (name: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
  - id: call
    tool: http.request
    with: { method: POST, url: "${provider("acme").url.replace("/v1", "/prices")}", body: { price: "1.10" } }`;
const cases = [
  ["request to an address", sending],
  ["question to a model", (name: string) => asking(name)],
] as const;

describe.each(cases)("a %s", (what, sourceOf) => {
  const nameFor = (part: string) => `${part}-${what.replaceAll(" ", "-")}`;

  test("waits while proposed_apply is engaged, without failing, and goes once after its release", async () => {
    await publish(sourceOf(nameFor("halted")));
    await flip("proposed_apply", true);
    const { id } = await start(nameFor("halted"));
    for (let turn = 0; turn < 6; turn += 1) {
      await workOff();
      await letTimeCome(id);
    }
    const halted = await look(id);
    expect(stepsOf(halted)).toEqual([expect.stringMatching(/:ready$/)]);
    expect(halted.steps[0]!.last_error).toEqual({
      code: "halted",
      message:
        "The kill switch proposed_apply is engaged: nothing of this run goes out until it is released.",
    });
    expect(witness.asked).toEqual([]);
    expect(halted.writes.used).toBe(0);
    expect(await owner`SELECT 1 FROM step_receipts WHERE run_id = ${id}`).toHaveLength(0);
    expect(await owner`SELECT 1 FROM model_calls WHERE run_id = ${id}`).toHaveLength(0);
    // Six looks, which would fill the history where a switch stays engaged for days.
    expect(halted.steps[0]).toMatchObject({ attempt: 6, attempts: [{ attempt: 1, outcome: "ready" }] });

    await flip("proposed_apply", false);
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
    expect(witness.asked).toHaveLength(1);
  });

  test("waits where the environment engages the switch", async () => {
    await publish(sourceOf(nameFor("environment")));
    const { id } = await start(nameFor("environment"));
    Object.assign(gateway, { switchesFromEnvironment: ["proposed_apply"] });
    onTestFinished(() => void Object.assign(gateway, { switchesFromEnvironment: [] }));
    await workOff();
    expect((await look(id)).steps[0]!.last_error).toMatchObject({ code: "halted" });
    expect(witness.asked).toEqual([]);
  });

  test("goes while the switches for NetSuite and for high tiers are engaged", async () => {
    await publish(sourceOf(nameFor("others")));
    for (const name of SWITCH_NAMES.filter((one) => one !== "proposed_apply")) await flip(name, true);
    const { id } = await start(nameFor("others"));
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
  });
});
