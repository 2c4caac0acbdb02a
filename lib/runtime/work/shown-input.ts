import { isDeepStrictEqual } from "node:util";
import { type Json, ValueError } from "@/lib/runtime/values/evaluate";
import type { OpenedSecret } from "./secrets";

type Parts = Readonly<Record<string, Json>>;

/** With its number, so that people's approval of one value is none of the next. */
const placeholder = (name: string, number: number) => `(secret ${name}, version ${number})`;
const PLACEHOLDER = /\(secret ([A-Z][A-Z0-9_]*), version \d+\)/g;

/**
 * The parts of a step's `with` that may hold secrets, as people may see them: with a placeholder in each secret's place and everything
 * beside it. Null: a secret decides there what is sent, or is sent in another form, so that no placeholder would tell the truth.
 */
export function withoutSecrets(
  sent: Parts,
  secrets: Readonly<Record<string, OpenedSecret>>,
  evaluate: (secrets: Record<string, string>) => Parts,
): Parts | null {
  const entries = Object.entries(secrets);
  if (entries.length === 0) return sent;
  try {
    const shown = evaluate(
      Object.fromEntries(entries.map(([name, { number }]) => [name, placeholder(name, number)])),
    );
    return isDeepStrictEqual(withSecrets(shown, secrets), sent) ? shown : null;
  } catch (error) {
    if (error instanceof ValueError) return null;
    throw error;
  }
}

/** `value` with each secret in its placeholder's place. */
function withSecrets(value: Json | Parts, secrets: Readonly<Record<string, OpenedSecret>>): Json {
  const within = (text: string) =>
    text.replace(PLACEHOLDER, (found, name: string) => secrets[name]?.value ?? found);
  if (typeof value === "string") return within(value);
  if (Array.isArray(value)) return value.map((one: Json) => withSecrets(one, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [within(key), withSecrets(part, secrets)]),
  );
}
