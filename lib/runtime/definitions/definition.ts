import { z } from "zod";

/** The form of a workflow, as it is written and as a version keeps it. */

export const STEPS_MAX = 500;
const textMax = 4_000;

const identifier = (name: string) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/, `${name} is lower-case letters, digits and _, such as \`new_price\``);
const workflowName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,52}$/,
    "a workflow's name is at most 53 lower-case letters, digits and -, such as `reprice-berries`",
  );
const duration = z
  .string()
  .regex(/^[1-9]\d{0,5}[smhd]$/, "a duration is a number and s, m, h or d, such as `90s` or `3d`");
const expressionText = z.string().max(textMax);
/** Several keys in one map: JSON values and texts with expressions. */
const values = z.record(z.string().max(64), z.json());

const triggerSchema = z
  .strictObject({
    event: z
      .string()
      .regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, "an event is named like `proposal.applied`")
      .optional(),
    schedule: z.string().max(100).optional(),
    timezone: z.string().max(64).optional(),
    webhook: identifier("a webhook's name").optional(),
    dedupe: expressionText.optional(),
    inputs: values.optional(),
  })
  .superRefine(oneOf(["event", "schedule", "webhook"], "a trigger"));

const approvalSchema = z.strictObject({ expires: duration.optional(), two_person: z.boolean().optional() });

export const stepSchema = z
  .strictObject({
    id: identifier("a step's id"),
    title: z.string().min(1).max(120).optional(),
    tool: z.string().max(64).optional(),
    wait: z.string().max(textMax).optional(),
    call: workflowName.optional(),
    with: values.optional(),
    needs: z.array(z.string().max(48)).max(50).optional(),
    for: expressionText.optional(),
    max: z.int().min(1).max(STEPS_MAX).optional(),
    if: expressionText.optional(),
    approval: approvalSchema.optional(),
    timeout: duration.optional(),
    retry: z.strictObject({ attempts: z.int().min(1).max(10) }).optional(),
  })
  .superRefine(oneOf(["tool", "wait", "call"], "a step"));

export const definitionSchema = z.strictObject({
  workflow: workflowName,
  title: z.string().min(1).max(120).optional(),
  on: z.array(triggerSchema).max(10).optional(),
  inputs: z.record(z.string(), z.json()).optional(),
  secrets: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,47}$/, "a secret is named like `PRICE_API_KEY`"))
    .max(20)
    .optional(),
  limits: z
    .strictObject({
      writes: z.int().min(0).max(STEPS_MAX).optional(),
      concurrency: z.int().min(1).max(100).optional(),
      runs_per_minute: z.int().min(1).max(1_000).optional(),
      deadline: duration.optional(),
    })
    .optional(),
  steps: z.array(stepSchema).min(1),
  on_error: z.array(stepSchema).max(20).optional(),
});

export type WorkflowDefinition = z.infer<typeof definitionSchema>;
export type StepDefinition = WorkflowDefinition["steps"][number];
export type TriggerDefinition = NonNullable<WorkflowDefinition["on"]>[number];

function oneOf<Key extends string>(keys: readonly Key[], name: string) {
  return (value: Partial<Record<Key, unknown>>, context: z.RefinementCtx): void => {
    const given = keys.filter((key) => value[key] !== undefined);
    if (given.length === 1) return;
    const which = keys.map((key) => `\`${key}\``).join(", ");
    context.addIssue({
      code: "custom",
      path: given.length > 1 ? [given[1]!] : [],
      params: { missing: given.length === 0 },
      message: given.length === 0 ? `${name} has one of ${which}` : `${name} has only one of ${which}`,
    });
  };
}

const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds of a duration that the schema has accepted, such as `90s` or `2h`. */
export const secondsOf = (text: string): number => Number(text.slice(0, -1)) * secondsIn[text.at(-1)!]!;
export const isDuration = (text: string): boolean => duration.safeParse(text).success;

/** Ten years. No time of the database lies after 2500. */
export const DEADLINE_DAYS_MAX = 3_650;

/** How long a run may last, as its text says or, where that names nothing, as is usual. */
export const deadlineOf = ({ limits }: Pick<WorkflowDefinition, "limits">): string =>
  limits?.deadline ?? "7d";

/** A text from before there was a most may say more. */
export const deadlineSecondsOf = (definition: Pick<WorkflowDefinition, "limits">): number =>
  Math.min(secondsOf(deadlineOf(definition)), DEADLINE_DAYS_MAX * 86_400);
