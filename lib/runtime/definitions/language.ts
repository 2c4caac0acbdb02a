import { Environment } from "@marcbachmann/cel-js";
import { Big } from "big.js";
import { formatMoney } from "@/lib/core/values/money";

/** The expressions of workflows: CEL without regular expressions, with decimals that are exact. */

/** Syntax alone. At run time lists are capped as well, since a comprehension over them costs their length. */
export const SYNTAX_LIMITS = {
  maxAstNodes: 300,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 50,
  maxCallArguments: 8,
};
/** Characters of one expression. */
export const EXPRESSION_LENGTH_MAX = 2_000;

/** Digits of a decimal before and after its point: "1e900000000" would fill the memory with its first sum. */
const DIGITS_BEFORE_MAX = 200;
const DIGITS_AFTER_MAX = 100;
/** The length of a decimal's text, with sign, point and exponent. */
const DECIMAL_LENGTH_MAX = 320;

/** Money and quantities: text in, text out, nothing rounded on the way. @throws RangeError for too many digits. */
export class Decimal {
  constructor(readonly value: Big) {
    if (value.e >= DIGITS_BEFORE_MAX || value.c.length - 1 - value.e > DIGITS_AFTER_MAX)
      throw tooManyDigits();
  }
}

const tooManyDigits = () =>
  new RangeError(
    `A decimal has at most ${DIGITS_BEFORE_MAX} digits before its point and ${DIGITS_AFTER_MAX} after it`,
  );

function decimalOf(value: string | number | bigint): Decimal {
  const text = String(value);
  if (text.length > DECIMAL_LENGTH_MAX) throw tooManyDigits();
  return new Decimal(new Big(text));
}

/** Every name that a scope adds is declared on a copy of it. */
export const LANGUAGE = new Environment({ limits: SYNTAX_LIMITS })
  .registerType("decimal", { ctor: Decimal, fields: {} })
  .registerFunction("decimal(string): decimal", decimalOf)
  .registerFunction("decimal(int): decimal", decimalOf)
  .registerFunction("decimal(double): decimal", decimalOf)
  .registerFunction("string(decimal): string", ({ value }: Decimal) => value.toFixed())
  // Half away from zero, as on invoices.
  .registerFunction("decimal.round(int): decimal", ({ value }: Decimal, places: bigint) => {
    return new Decimal(value.round(Number(places), Big.roundHalfUp));
  })
  .registerFunction("decimal.money(string): string", ({ value }: Decimal, currency: string) =>
    formatMoney(value.toFixed(), currency),
  )
  .registerOperator("decimal + decimal", (a: Decimal, b: Decimal) => new Decimal(a.value.plus(b.value)))
  .registerOperator("decimal - decimal", (a: Decimal, b: Decimal) => new Decimal(a.value.minus(b.value)))
  .registerOperator("decimal * decimal", (a: Decimal, b: Decimal) => new Decimal(a.value.times(b.value)))
  .registerOperator("decimal / decimal", (a: Decimal, b: Decimal) => new Decimal(a.value.div(b.value)))
  .registerOperator("decimal < decimal", (a: Decimal, b: Decimal) => a.value.lt(b.value))
  .registerOperator("decimal <= decimal", (a: Decimal, b: Decimal) => a.value.lte(b.value))
  .registerOperator("decimal > decimal", (a: Decimal, b: Decimal) => a.value.gt(b.value))
  .registerOperator("decimal >= decimal", (a: Decimal, b: Decimal) => a.value.gte(b.value))
  .registerOperator("decimal == decimal", (a: Decimal, b: Decimal) => a.value.eq(b.value));

/** Functions of CEL that a short text can make run for minutes, or fill the memory with. */
export const REFUSED_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["matches", "A regular expression can run for minutes: use startsWith, endsWith, contains or ==."],
  ["bind", "A bound name can double a text with each level: write the value where it is used."],
]);
/** The names of the functions of the language, without refused ones and those for optional values and bytes. */
export const FUNCTIONS: readonly string[] = [
  ...new Set(LANGUAGE.getDefinitions().functions.map(({ name }) => name)),
].filter(
  (name) =>
    !REFUSED_FUNCTIONS.has(name) &&
    !["bytes", "json", "hex", "base64", "at", "hasValue", "value", "none", "of", "or", "orValue"].includes(
      name,
    ),
);
export const COMPREHENSIONS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);
