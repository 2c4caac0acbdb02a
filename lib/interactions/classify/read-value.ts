import { clausesOf, normaliseText } from "./clauses";
import type { RepliedQuestion } from "./reply";
import { SIGNS, isFormOf, leftOver } from "./words/left-over";
import { ORDINALS, anywhere } from "./words/signals";

/** Reads one of the options, or the one number or choice that the schema of an input asks for. */

const negation = anywhere("negation");
const LEFT_OVER_WORDS_MAX = 1;

/** @returns Null: none, or more than one is meant. */
export function readValue(text: string, question: RepliedQuestion): { answer: unknown } | null {
  const clauses = clausesOf(normaliseText(text));
  if (question.type === "selection") {
    const { options = [], multiple = false } = question;
    const chosen = optionIn(clauses, options);
    return chosen === null ? null : { answer: multiple ? [chosen] : chosen };
  }
  if (question.type !== "input") return null;
  const property = onlyProperty(question.schema);
  if (!property) return null;
  const { name, schema } = property;
  const value = valueOf(clauses, schema, question);
  return value === null ? null : { answer: { [name]: value } };
}

interface Property {
  name: string;
  schema: Record<string, unknown>;
}

/** The only property of an object schema that requires exactly one member. Null: it has another form. */
function onlyProperty(schema: Record<string, unknown> | undefined): Property | null {
  const { properties, required } = (schema ?? {}) as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  if (!properties || required?.length !== 1) return null;
  const [name] = required as [string];
  const one = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return one ? { name, schema: one } : null;
}

function valueOf(clauses: readonly string[], schema: Property["schema"], question: RepliedQuestion): unknown {
  if (Array.isArray(schema.enum)) {
    const texts = schema.enum.filter((one): one is string => typeof one === "string");
    return optionIn(
      clauses,
      texts.map((value) => ({ value, label: value })),
    );
  }
  if (schema.type !== "number" && schema.type !== "integer") return null;
  return numberIn(
    clauses,
    normaliseText(question.message),
    typeof schema.title === "string" ? schema.title : "",
  );
}

interface Option {
  value: string;
  label: string;
}

/** The only option that a clause names without a negation. */
function optionIn(clauses: readonly string[], options: readonly Option[]): string | null {
  const named = new Set<string>();
  for (const clause of clauses) {
    const isNegated = clause.search(negation) !== -1;
    for (const [place, option] of options.entries()) {
      const left = withoutOption(clause, option, place, options);
      if (left === null) continue;
      if (isNegated) continue;
      if (leftOver(left).length > LEFT_OVER_WORDS_MAX) continue;
      named.add(option.value);
    }
  }
  const [first] = named;
  return named.size === 1 ? first! : null;
}

/** The clause without what names the option. Null: it names another, or none. */
function withoutOption(
  clause: string,
  option: Option,
  place: number,
  options: readonly Option[],
): string | null {
  for (const name of [option.label, option.value].map(normaliseText))
    if (hasWords(clause, name)) return clause.replace(name, " ");
  const own = wordsThatOnlyThisHas(option, options).filter((word) => hasWords(clause, word));
  if (own.length > 0) return own.reduce((left, word) => left.replace(word, " "), clause);
  const ordinal = ORDINALS[place];
  if (ordinal?.test(clause)) return clause.replace(ordinal, " ");
  const number = /^\D{0,20}?(\d)\D*$/u.exec(clause);
  if (number && Number(number[1]) === place + 1) return clause.replace(number[1]!, " ");
  return null;
}

const DISTINCT_LETTERS_MIN = 4;

function wordsThatOnlyThisHas(option: Option, options: readonly Option[]): string[] {
  const wordsOf = ({ label }: Option) =>
    normaliseText(label)
      .split(SIGNS)
      .filter((word) => word.length >= DISTINCT_LETTERS_MIN);
  const others = new Set(options.filter((one) => one !== option).flatMap(wordsOf));
  return wordsOf(option).filter((word) => !others.has(word));
}

function hasWords(clause: string, words: string): boolean {
  const at = words === "" ? -1 : clause.indexOf(words);
  if (at === -1) return false;
  const isLetter = (character: string | undefined) => /[a-zà-ÿ\d]/u.test(character ?? "");
  return !isLetter(clause[at - 1]) && !isLetter(clause[at + words.length]);
}

/** Times, dates and codes are no amounts. */
const NO_AMOUNT =
  /\d{1,2}:\d{2}|\d+\s*(?:am|pm|uhr|h)(?![\p{L}])|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.|#\d+|[\p{L}]\d|\d[.,]\d{3}(?!\d)|%/u;

/** The only number, in a clause that says little else. */
function numberIn(clauses: readonly string[], message: string, title: string): number | null {
  const messageWords = new Set([...message.split(SIGNS), ...normaliseText(title).split(SIGNS)]);
  const found: number[] = [];
  for (const clause of clauses) {
    const numbers = clause.match(/-?\d+(?:[.,]\d+)*/gu) ?? [];
    if (numbers.length === 0) continue;
    const rest = clause
      .replace(/-?\d+(?:[.,]\d+)*/gu, " ")
      .split(SIGNS)
      .filter((word) => word !== "" && !isFormOf(messageWords, word))
      .join(" ");
    const isNegated = clause.search(negation) !== -1;
    if (
      isNegated ||
      numbers.length > 1 ||
      NO_AMOUNT.test(clause) ||
      leftOver(rest).length > LEFT_OVER_WORDS_MAX
    )
      return null;
    found.push(Number(numbers[0]!.replace(",", ".")));
  }
  return found.length === 1 && Number.isFinite(found[0]) ? found[0]! : null;
}
