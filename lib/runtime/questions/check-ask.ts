import { askInputSchema, questionOf } from "./ask-input";
import { questionIssues } from "@/lib/interactions/check-question";
import type { Finding, Path } from "@/lib/runtime/definitions/problem";

/** In the place of a part that an expression gives. */
const samples = {
  message: "x",
  options: [{ value: "x", label: "x" }],
  schema: {},
  responders: [{ role: "approver" }],
};
type Sampled = keyof typeof samples;
const isSampled = (key: string): key is Sampled => key in samples;

/** The members that each such part decides. Nothing is known about them before the run. */
const decides: Record<Sampled, readonly string[]> = {
  message: ["message"],
  options: ["options", "default_response"],
  schema: ["schema", "default_response"],
  responders: ["responders", "answers_needed", "escalate_after_seconds"],
};

/** The faults of a step's question in the parts that hold no expressions. */
export function checkAsk(input: Readonly<Record<string, unknown>>): Finding[] {
  const unknown = Object.keys(input).filter((key) => JSON.stringify(input[key])!.includes("${{"));
  if (!unknown.every(isSampled)) return [];
  const filled = { ...input, ...Object.fromEntries(unknown.map((key) => [key, samples[key as Sampled]])) };
  const parsed = askInputSchema.safeParse(filled);
  if (!parsed.success) return [];
  const hidden = new Set(unknown.flatMap((key) => decides[key as Sampled]));
  return questionIssues(questionOf(parsed.data)).flatMap(({ path, message, within = [] }): Finding[] => {
    const field = path.replace("request_data.", "");
    const at = [...keysIn(input, field.split(".")), ...within];
    if (hidden.has(String(at[0]))) return [];
    return [{ path: nearestIn(input, at), code: "invalid", message: `\`${field}\` ${message}.` }];
  });
}

/** The names of a path as keys: of a list, its indexes. */
function keysIn(input: unknown, names: readonly string[]): (string | number)[] {
  let value = input;
  return names.map((name) => {
    const key = Array.isArray(value) ? Number(name) : name;
    value = (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[key];
    return key;
  });
}

/** A missing part is reported at the place where it belongs. */
const nearestIn = (input: Readonly<Record<string, unknown>>, at: Path): Path =>
  at[0] !== undefined && at[0] in input ? at : [];
