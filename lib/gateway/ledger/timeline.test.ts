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

const noRules = { inForce: new Map(), currency: "USD" };
const eventOf = (eventType: string, body: object, actorKind: "system" | "person" = "person") => ({
  id: 1,
  seq: 1,
  eventType,
  actorKind,
  actorLabel: "Ana",
  occurredAt: new Date("2026-11-01T08:00:00Z"),
  bodyText: JSON.stringify(body),
  hash: "0",
  prevHash: "0",
});

test.each(types)("%s has a sentence in the timeline", (eventType) => {
  const body = { details: eventType.includes(".line_") ? { line_no: 1 } : {} };
  const [entry] = timelineOf([eventOf(eventType, body, "system")], noRules);
  expect(entry!.text).not.toContain(eventType);
  expect(entry!.actor).toBe("Ana");
  expect(entry!.text).not.toBe("");
});

test("a proposal's entry says the rule of its tier as a sentence, with the figure in force", () => {
  const details = {
    risk_level: 4,
    risk_rule: "price-move-from-5-percent",
    weighed: { movement_percent: 12.5 },
  };
  const rule = { measure: "movement_percent", atLeast: "10", next: null } as const;
  const rules = { inForce: new Map([["price-move-from-5-percent", rule]]), currency: "USD" };
  const [entry] = timelineOf([eventOf("hitl.proposed", { details })], rules);
  expect(entry!.text).toBe("Proposed by Ana, at L4: it moves by 10 % or more");
});
