import net from "node:net";
import { expect, test } from "vitest";
import { createSender } from "@/lib/outbound";
import { changeWebhookEndpoint } from "./change-endpoint";
import { testWebhookEndpoint } from "./deliveries";
import { useWebhooks } from "./testing/use-webhooks";

/** Addresses whose text is allowed and whose names lead inside. Nothing is open here, and names are resolved as each test says. */

let addresses: () => string[] = () => [];
const dialled: string[] = [];
const hooks = await useWebhooks();
const { admin, deliveries, deliver } = hooks;
const gateway = Object.assign(hooks.gateway, {
  sender: createSender({
    ownUrls: [],
    openAddresses: [],
    clock: hooks.gateway.clock,
    setAlarm: () => () => {},
    resolve: async () => addresses(),
    dial: (address) => {
      dialled.push(JSON.stringify(address));
      return net.connect({ host: "127.0.0.1", port: 1 });
    },
  }),
});

test.each([
  ["this machine", "127.0.0.1"],
  ["a private network", "10.0.0.7"],
  ["another private network", "192.168.1.1"],
  ["the cloud's metadata", "169.254.169.254"],
  ["a carrier's network", "100.64.0.1"],
  ["this machine in IPv6", "::1"],
  ["this machine mapped into IPv6", "::ffff:127.0.0.1"],
  ["a unique local address", "fd00::1"],
])("a name that resolves to %s is refused: nobody is called, and no attempt follows", async (_, address) => {
  addresses = () => [address];
  const { id } = await hooks.create(["run.failed"], { url: "https://hooks.example.org/" });
  await testWebhookEndpoint(admin, id, gateway);
  await deliver();
  const [delivery] = await deliveries(id);
  expect(delivery).toMatchObject({
    state: "failed",
    attempts: 1,
    next_attempt_at: null,
    log: [{ outcome: "refused", why: expect.any(String) }],
  });
  expect(dialled).toEqual([]);
  await changeWebhookEndpoint(admin, { id, enabled: false }, gateway);
});

test("a name of which one address is public and one is not is refused as a whole", async () => {
  addresses = () => ["93.184.215.14", "127.0.0.1"];
  const { id } = await hooks.create(["run.failed"], { url: "https://both.example.org/" });
  await testWebhookEndpoint(admin, id, gateway);
  await deliver();
  expect(await deliveries(id)).toMatchObject([{ state: "failed", log: [{ outcome: "refused" }] }]);
  expect(dialled).toEqual([]);
});

test("a name that rebinds between two attempts is asked anew each time, and refused as soon as it leads inside", async () => {
  const answers = [["93.184.215.14"], ["10.0.0.7"]];
  addresses = () => answers.shift()!;
  const { id } = await hooks.create(["run.failed"], { url: "https://rebinds.example.org/" });
  await testWebhookEndpoint(admin, id, gateway);
  await deliver();
  expect(dialled).toHaveLength(1);
  expect(dialled[0]).toContain("93.184.215.14");
  hooks.pass(6);
  await deliver();
  expect(dialled).toHaveLength(1);
  expect(await deliveries(id)).toMatchObject([
    { state: "failed", attempts: 2, log: [{ outcome: "not_sent" }, { outcome: "refused" }] },
  ]);
});
