import { z } from "zod";
import { fieldWords } from "@/lib/core/values/field-words";
import type { Finding, Path } from "./problem";

/** Problems with the form of a value, from what a schema finds. */

export function shapeFindings(schema: z.ZodType, value: unknown, at: Path = []): Finding[] {
  return issuesOf(schema, value).flatMap((issue) => findingsOf(issue, schema, value, at));
}

/** Each where it is: of a value that may have several forms, within the one that was meant. */
export function issuesOf(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  const { error } = schema.safeParse(value, { error: fieldWords });
  return (error?.issues ?? []).flatMap((issue) => withinMeant(issue, value));
}

/** The form that was meant is the only one of which everything is there, and a part of it is wrong. */
function withinMeant(issue: z.core.$ZodIssue, value: unknown): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const given = valueAt(value, issue.path as Path);
  const forms = issue.errors.filter(
    (issues) =>
      issues.length > 0 &&
      issues.every(({ path }) => path.length > 0 && valueAt(given, path as Path) !== undefined),
  );
  if (forms.length !== 1) return [issue];
  return forms[0]!.flatMap((one) => withinMeant({ ...one, path: [...issue.path, ...one.path] }, value));
}

function findingsOf(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown, at: Path): Finding[] {
  const within = issue.path as Path;
  const path = [...at, ...within];
  if (issue.code === "unrecognized_keys") {
    const known = fieldsAt(schema, within);
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: "unknown_field",
      atKey: true,
      message: `There is no field ${key} here.${known.length > 0 ? ` There are ${known.join(", ")}.` : ""}`,
    }));
  }
  if (issue.code === "invalid_key") {
    const why = issue.issues[0]?.message ?? "is not allowed here";
    return [{ path, atKey: true, code: "invalid", message: `This key ${why.replace(/\.$/, "")}.` }];
  }
  const isMissing =
    (issue.code === "custom" && issue.params?.missing === true) || valueAt(value, within) === undefined;
  if (isMissing && issue.code !== "custom")
    return [{ path, code: "missing", message: `\`${String(within.at(-1))}\` is missing.` }];
  const message = issue.message.replace(/\.$/, "");
  return [{ path, code: isMissing ? "missing" : "invalid", message: `${sentence(message)}.` }];
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      part === null || part === undefined ? undefined : (part as Record<string | number, unknown>)[key],
    value,
  );
}

/** The names of the fields that may stand there. */
function fieldsAt(schema: z.ZodType, path: Path): string[] {
  let at: z.ZodType | undefined = schema;
  for (const key of path) {
    at = unwrapped(at);
    if (at instanceof z.ZodArray) at = at.element as z.ZodType;
    else if (at instanceof z.ZodObject) at = (at.shape as Record<string, z.ZodType>)[key];
    else return [];
  }
  const object = unwrapped(at);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}
