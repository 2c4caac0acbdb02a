import { expect, test } from "vitest";
import { outsideKeyOf } from "./outside-key";

const keyOf = (createdAt: string) =>
  outsideKeyOf({
    tenantId: 1,
    run: { createdAt },
    step: { idempotencyKey: "19:call" },
  });

test("two installations number their runs alike, and their keys differ", () => {
  expect(keyOf("2026-11-27T21:12:29.123456+00:00")).toBe("countersign-1-1795813949123456-19:call");
  expect(keyOf("2026-11-27T21:12:29.123457+00:00")).toBe("countersign-1-1795813949123457-19:call");
});
test.each([
  "2026-11-27T21:12:29.12+00:00",
  "2026-11-27T22:12:29.12+01:00",
  "2026-11-27 15:42:29.120000-05:30",
])("a run's key is one, however a connection writes its time: %s", (time) => {
  expect(keyOf(time)).toBe("countersign-1-1795813949120000-19:call");
});
test("a time of a whole second has its places as well", () => {
  expect(keyOf("2026-11-27T21:12:29+00:00")).toBe("countersign-1-1795813949000000-19:call");
});
