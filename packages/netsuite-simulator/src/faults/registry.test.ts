import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccount, readPrice, writePrice } from "../testing/open-account";

let account: Awaited<ReturnType<typeof openAccount>>;
beforeEach(async () => {
  account = await openAccount();
});
afterEach(() => account.close());

const applied = (more: Record<string, unknown> = {}) => ({
  status: 200,
  body: { verdict: "applied", ...more },
});
const unavailable = { status: 503 };

describe("arming a fault", () => {
  it("strikes only the key, operation and attempt it names, and only so often", async () => {
    await account.fault("service_unavailable", { key: "k", attempt: 2 });
    expect(await account.call(writePrice("other"))).toMatchObject(applied());
    expect(await account.call(writePrice("k"))).toMatchObject(applied());
    expect(await account.call(writePrice("k"))).toMatchObject(unavailable);
    expect(await account.call(writePrice("k"))).toMatchObject(applied({ duplicate: true }));
  });
  it("is listed until spent and cleared by DELETE", async () => {
    await account.fault("service_unavailable", { key: "k", times: 3 });
    expect(await account.call(writePrice("k"))).toMatchObject(unavailable);
    expect(await account.control("GET", "faults")).toMatchObject({
      faults: [{ kind: "service_unavailable", left: 2 }],
    });
    await account.control("DELETE", "faults");
    expect(await account.call(writePrice("k"))).toMatchObject(applied());
  });
  it("an unknown kind is refused", async () => {
    expect(await account.control("POST", "faults", { kind: "meteor" })).toMatchObject({ httpStatus: 400 });
  });
  it("the same seed strikes the same requests", async () => {
    const schedule = async () => {
      const fresh = await openAccount();
      await fresh.fault("service_unavailable", { op: "read", probability: 0.5, seed: 7, times: 1_000 });
      const statuses: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) statuses.push((await fresh.call(readPrice)).status);
      await fresh.close();
      return statuses;
    };
    const first = await schedule();
    expect(new Set(first).size).toBe(2);
    expect(await schedule()).toEqual(first);
  });
});
