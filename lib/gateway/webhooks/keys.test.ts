import { Webhook } from "standardwebhooks";
import { expect, test, describe } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { readWebhookEndpoints, rotateWebhookSecret } from "./endpoints";
import { headersOf, useWebhooks } from "./testing/use-webhooks";

/** Keys that sign, and keys that do not. */

const hooks = await useWebhooks();
const { world, owner, gateway, admin, state, create, deliver, deliveries, gotBy, isSignedBy, pass } = hooks;

const note = () => world.propose(proposals.arNote());
const endpoint = async (id: number) =>
  (await readWebhookEndpoints(admin, gateway)).items.find((one) => one.id === id)!;

describe("keys", () => {
  test("that are rotated in mid-flight: both sign for 24 hours, then the new ones alone; a second rotation ends the first ones", async () => {
    const first = await create();
    await note();
    state.answer = () => ({ status: 503 });
    await deliver();
    const rotate = async () =>
      rotateWebhookSecret(
        await steppedUp(owner, admin, "rotate_webhook_secret", first.id),
        first.id,
        gateway,
      );
    const second = await rotate();
    state.answer = () => null;
    pass(6);
    await deliver();
    const [before, after] = gotBy(first);
    expect(headersOf(after!)["webhook-id"]).toBe(headersOf(before!)["webhook-id"]);
    expect([first.secret, second.secret].map((key) => isSignedBy(before!, key))).toEqual([true, false]);
    for (const key of [first.secret, first.public_key!, second.secret, second.public_key!])
      expect(isSignedBy(after!, key)).toBe(true);
    expect(new Webhook(first.secret).verify(after!.body, headersOf(after!))).toMatchObject({ data: {} });
    pass(24 * 3_600);
    await note();
    await deliver();
    const late = gotBy(first)[2]!;
    expect([first.secret, second.secret].map((key) => isSignedBy(late, key))).toEqual([false, true]);
    const third = await rotate();
    const fourth = await rotate();
    await note();
    await deliver();
    const last = gotBy(first)[3]!;
    expect([second, third, fourth].map(({ secret }) => isSignedBy(last, secret))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await endpoint(first.id)).toMatchObject({ previous_keys_until: expect.any(String) });
  });

  test("that were put beside another address past the app sign nothing, and no attempt is spent", async () => {
    const mine = await create();
    await note();
    await owner`UPDATE webhook_endpoints SET url = ${hooks.urlOf("stolen")} WHERE id = ${mine.id}`;
    await deliver();
    expect(hooks.received.filter(({ path }) => path === "/stolen")).toEqual([]);
    expect(await deliveries(mine.id)).toMatchObject([{ state: "due", attempts: 0, log: [] }]);
  });
});
