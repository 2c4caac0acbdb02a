import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { timelineOf } from "./timeline";

/** The types of events that verbs and SQL functions append to an action, by the names in their text. */
function eventTypesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .flatMap((text) => [...text.matchAll(/["'`]((?:hitl|push|draft)\.[a-z_]+)["'`]/g)])
    .map(([, type]) => type!);
}

const types = [...new Set([...eventTypesOf("lib/gateway"), ...eventTypesOf("db/functions")])].sort();

test.each(types)("%s has a sentence in the timeline", (eventType) => {
  const body = { details: eventType.includes(".line_") ? { line_no: 1 } : {} };
  const [entry] = timelineOf([
    {
      id: 1,
      seq: 1,
      eventType,
      actorKind: "person",
      actorLabel: "Ana",
      occurredAt: new Date("2026-11-01T08:00:00Z"),
      bodyText: JSON.stringify(body),
      hash: "0",
      prevHash: "0",
    },
  ]);
  expect(entry!.text).not.toContain(eventType);
  expect(entry!.text).not.toBe("");
});
