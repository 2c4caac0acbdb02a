/** A question's message from its template: `{{name}}` or `{{customer.name}}`, filled in once. */

const variable = /\{\{\s*([A-Za-z_][\w.]{0,99})\s*\}\}/g;
/** Braces that are no variable would reach people as braces. */
const leftover = /\{\{|\}\}/;

export interface FilledTemplate {
  /** Plain text. A value that looks like a template or like markup stands in it as it is. */
  text: string;
  /** The variables that are unknown or empty, and braces that are none. Empty: everything is filled in. */
  problems: string[];
}

export function fillTemplate(template: string, context: Readonly<Record<string, unknown>>): FilledTemplate {
  const problems: string[] = [];
  const text = template.replace(variable, (whole, name: string) => {
    const value = valueOf(name, context);
    if (value !== null) return value;
    problems.push(`{{${name}}} has no value`);
    return whole;
  });
  if (leftover.test(template.replace(variable, "")))
    problems.push("{{ and }} surround the name of a variable");
  return { text, problems: [...new Set(problems)] };
}

/** The names of its variables, each once, in the order in which they come. */
export const variablesOf = (template: string): string[] => [
  ...new Set([...template.matchAll(variable)].map(([, name]) => name!)),
];

/** Null: unknown, empty, or no single value. */
function valueOf(name: string, context: Readonly<Record<string, unknown>>): string | null {
  let value: unknown = context;
  for (const part of name.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, part)) return null;
    value = (value as Record<string, unknown>)[part];
  }
  if (typeof value === "string") return value.trim() === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
