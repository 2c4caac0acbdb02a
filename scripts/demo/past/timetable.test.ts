import { expect, test } from "vitest";
import { Timetable } from "./timetable";

test("steps run by their time, those of one time in the order of their coming, and none after the end", async () => {
  const timetable = new Timetable();
  const log: string[] = [];
  let now = 0;
  const step = (name: string) => async () => void log.push(`${name} at ${now}`);
  timetable.add(30, step("third"));
  timetable.add(10, async () => {
    await step("first")();
    timetable.add(20, step("added later"));
    timetable.add(41, step("after the end"));
  });
  timetable.add(20, step("second"));
  timetable.add(40, step("at the end"));
  await timetable.run(new Date(40), async (at) => void (now = at.getTime()));
  expect(log).toEqual([
    "first at 10",
    "second at 20",
    "added later at 20",
    "third at 30",
    "at the end at 40",
  ]);
});
