import { expect, test } from "vitest";
import { liveReadingsQuerySchema } from "./live-view";
import { LIVE_READINGS_MAX } from "@/lib/core/limits";

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => 8_400 + index);
const parse = (ids: readonly number[]) => liveReadingsQuerySchema.safeParse({ ids: ids.join(",") });

test("as many records as a page asks for at once are read in one request, and one more is refused", () => {
  expect(LIVE_READINGS_MAX).toBe(25);
  expect(parse(idsUpTo(25)).data?.ids).toEqual(idsUpTo(25));
  expect(parse(idsUpTo(26)).error?.issues[0]?.message).toBe("must be up to 25 ids with commas between them");
});

test.each(["", ",", "0", "8421,", "08421", "8421, 8422", "8421;8422", "9007199254740993"])(
  "%j names no records",
  (ids) => expect(liveReadingsQuerySchema.safeParse({ ids }).success).toBe(false),
);
