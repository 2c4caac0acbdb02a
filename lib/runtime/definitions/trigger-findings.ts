import { CronExpressionParser } from "cron-parser";
import { isTimeZone } from "@/lib/core/values/time-zone";
import { z } from "zod";
import type { TriggerDefinition, WorkflowDefinition } from "./definition";
import { requiredInputs } from "./input-types";
import { TRIGGER_EVENTS, isTriggerEvent } from "@/lib/core/run/trigger-events";
import type { Finding, Path } from "./problem";
import { triggerScope } from "./scope";
import { textFindings, valueFindings } from "./value-findings";

/** Problems with what starts a run: `on` as it was written may be one trigger or a list of them. */
export function triggerFindings(definition: WorkflowDefinition, isList: boolean): Finding[] {
  const { on = [] } = definition;
  return on.flatMap((trigger, index) => [
    ...findingsOf(definition, trigger, isList ? ["on", index] : ["on"]),
    ...duplicateFindings(on, index),
  ]);
}

/** A call has one address: the second trigger of its name would never begin a run. */
function duplicateFindings(on: readonly TriggerDefinition[], index: number): Finding[] {
  const { webhook } = on[index]!;
  if (webhook === undefined || on.findIndex((trigger) => trigger.webhook === webhook) === index) return [];
  const message = `There is a webhook ${webhook} already: each has a name of its own.`;
  return [{ path: ["on", index, "webhook"], code: "duplicate_webhook", message }];
}

function findingsOf(definition: WorkflowDefinition, trigger: TriggerDefinition, at: Path): Finding[] {
  const { schedule, timezone, dedupe, inputs = {} } = trigger;
  const scope = triggerScope(definition, trigger);
  const findings: Finding[] = [];
  if (trigger.event !== undefined && !isTriggerEvent(trigger.event))
    findings.push({
      path: [...at, "event"],
      code: "unknown_event",
      message: `There is no event ${trigger.event}. There are ${TRIGGER_EVENTS.join(", ")}.`,
    });
  const bad = (field: string, message: string) =>
    findings.push({ path: [...at, field], code: "invalid_schedule", message });
  if (schedule !== undefined && !isCron(schedule))
    bad(
      "schedule",
      "A schedule has five fields: minute, hour, day, month, weekday, such as `0 6 * * 1`. They hold numbers, `*`, `,`, `-`, `/` and the names of months and weekdays.",
    );
  if (timezone !== undefined && !isTimeZone(timezone))
    bad("timezone", "A time zone is named like `America/Chicago`.");
  if (timezone !== undefined && schedule === undefined)
    bad("timezone", "A time zone belongs to a schedule, and there is none.");
  if (dedupe !== undefined)
    findings.push(...textFindings(dedupe, [...at, "dedupe"], scope, ["string", "int"]));
  const path = [...at, "inputs"];
  findings.push(
    ...valueFindings({ value: inputs, path, scopeAt: () => scope, schema: z.unknown() }).findings,
  );
  const names = Object.keys((definition.inputs?.properties as object | undefined) ?? {});
  for (const name of Object.keys(inputs))
    if (!names.includes(name))
      findings.push({
        path: [...path, name],
        atKey: true,
        code: "unknown_field",
        message: `The workflow has no input ${name}.${names.length > 0 ? ` It has ${names.join(", ")}.` : ""}`,
      });
  for (const name of requiredInputs(definition))
    if (!Object.hasOwn(inputs, name))
      findings.push({
        path,
        code: "missing",
        message: `The input ${name} is required, and this trigger gives none.`,
      });
  return findings;
}

/**
 * Of a schedule's field: what every cron reads alike. The library would take more, such as `H`, which is no time that a reader
 * could tell.
 */
const CRON_FIELD =
  /^([\d*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;

function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => CRON_FIELD.test(field))) return false;
  try {
    CronExpressionParser.parse(text);
    return true;
  } catch {
    return false;
  }
}
