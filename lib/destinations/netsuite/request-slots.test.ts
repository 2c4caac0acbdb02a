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
  it("an asker's burst waits behind everybody else's first request", async () => {
    const slots = createRequestSlots({ total: 1, reads: 1 });
    const order: string[] = [];
    const first = await slots.take("read", LONG_MS, "agent 1");
    const read = async (asker: string) => {
      const release = await slots.take("read", LONG_MS, asker);
      order.push(asker);
      release?.();
    };
    const reads = ["agent 1", "agent 1", "agent 1", "agent 2", "person 3", "agent 2"].map(read);
    first?.();
    await Promise.all(reads);
    expect(order).toEqual(["agent 1", "agent 2", "person 3", "agent 1", "agent 2", "agent 1"]);
  });
  it("an asker whose queue is full is told at once, and others still find room", async () => {
    const slots = createRequestSlots({ total: 1, reads: 1 });
    const held = await slots.take("read", LONG_MS, "agent 1");
    const waiting = Array.from({ length: 100 }, () => slots.take("read", LONG_MS, "agent 1"));
    expect(await slots.take("read", LONG_MS, "agent 1")).toBeNull();
    const other = slots.take("read", LONG_MS, "agent 2");
    held?.();
    (await waiting[0])?.();
    expect(await other).not.toBeNull();
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
