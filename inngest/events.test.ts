import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { events, pushEndEvents, runEndEvents } from "./events";
import { beginForEventFunction } from "./functions/begin-for-event";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = ["db/functions", "db/queries", "lib/gateway"].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "utf8")),
);

test("every event that is declared is written to the outbox somewhere", () => {
  for (const { name } of [events, pushEndEvents, runEndEvents].flatMap((some) => Object.values(some))) {
    const isUsed = sources.some((source) => source.includes(`'${name}'`) || source.includes(`"${name}"`));
    expect(isUsed, `${name} is declared, but nothing writes it`).toBe(true);
  }
});

test("events carry ids and refuse anything that is not a number", async () => {
  const wrong = events.pushRequested.create({ tenant_id: 1, push_id: "2" } as never);
  await expect(wrong.validate()).rejects.toThrow();
  await expect(events.pushRequested.create({ tenant_id: 1, push_id: 2 }).validate()).resolves.toBeUndefined();
});

test("an event that the caps leave no room for is asked about for about a day", () => {
  const { retries = 0 } = beginForEventFunction().opts;
  // As Inngest has them: each delay after a failed attempt, the last one for all that follow.
  const delays = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200];
  const seconds = Array.from({ length: Number(retries) }, (_, attempt) => delays[attempt] ?? 7_200);
  expect(seconds.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(20 * 3_600);
});
