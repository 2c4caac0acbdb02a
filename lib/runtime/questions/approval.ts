/** What people approve before a run sends it, in words that hold all of it. */

/** Of a question's message. People approve nothing that was cut off. */
const CHARACTERS_MAX = 4_000;

export interface Approved {
  title: string;
  /** Each with its whole value, in this order. */
  parts: readonly (readonly [name: string, value: string])[];
}

/** Null: it is too long to be shown whole. */
export function approvalText({ title, parts }: Approved): string | null {
  const text = [title, ...parts.map(([name, value]) => `${name}: ${value}`)].join("\n\n");
  return text.length > CHARACTERS_MAX ? null : text;
}
