import { describe, expect, it } from "vitest";
import { createRequestSlots } from "./request-slots";

const LONG_MS = 60_000;

describe("request slots", () => {
  it("reads never take the whole share, so a write still finds a slot", async () => {
    const slots = createRequestSlots({ total: 2, reads: 1 });
    const read = await slots.take("read", LONG_MS);
    expect(await slots.take("read", 0)).toBeNull();
    expect(await slots.take("write", LONG_MS)).not.toBeNull();
    expect(read).not.toBeNull();
  });
  it("a released slot goes to whoever waits, a blocked read does not hold back a write", async () => {
    const slots = createRequestSlots({ total: 2, reads: 1 });
    const read = await slots.take("read", LONG_MS);
    const write = await slots.take("write", LONG_MS);
    const order: string[] = [];
    const waitingRead = slots.take("read", LONG_MS).then((release) => (order.push("read"), release));
    const waitingWrite = slots.take("write", LONG_MS).then((release) => (order.push("write"), release));
    write?.();
    (await waitingWrite)?.();
    read?.();
    await waitingRead;
    expect(order).toEqual(["write", "read"]);
  });
  it("releasing twice frees one slot only", async () => {
    const slots = createRequestSlots({ total: 1, reads: 1 });
    const release = await slots.take("write", LONG_MS);
    release?.();
    release?.();
    expect(await slots.take("write", LONG_MS)).not.toBeNull();
    expect(await slots.take("write", 0)).toBeNull();
  });
});
