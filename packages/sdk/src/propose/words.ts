import type { FieldError } from "../errors.js";
import type { ProposalInput } from "../generated/contract.js";
import type { Action, Word } from "./action.js";

/** Between the words of an action type and the proposal that they mean. */

type Values = Readonly<Record<string, unknown>>;

/** The proposal that these words mean. A word that is no word of the type stands in `findWordErrors` alone. */
export function proposalOf(action: Action, values: Values): ProposalInput {
  const entityType = wordAt(action.words, "entity_type");
  const lines = wordAt(action.words, "lines");
  return {
    action_type: action.actionType,
    entity_type: entityType ? String(values[entityType]) : action.entityType,
    ...contentOf(action.words, action.always, values),
    ...(lines
      ? { lines: (values[lines] as Values[]).map((line) => contentOf(action.lineWords!, [], line)) }
      : {}),
    ...(values.reason === undefined ? {} : { reason: values.reason as string }),
    ...(values.evidence === undefined ? {} : { evidence: values.evidence as string[] }),
  };
}

function contentOf(words: readonly Word[], always: Action["always"] = [], values: Values) {
  const context = words
    .filter(({ name, place }) => place.startsWith("context.") && values[name] !== undefined)
    .map(({ name, place }) => [place.slice("context.".length), values[name] as string] as const);
  const changes = changedFields(words, always, values).map((field) => {
    const from = values[wordAt(words, `changes.${field}.from`) ?? ""] as string | number | undefined;
    const given = values[wordAt(words, `changes.${field}.to`) ?? ""] as string | number | undefined;
    const to = given ?? always.find((one) => one.field === field)?.to ?? null;
    return { field, ...(from === undefined ? {} : { from }), to };
  });
  return {
    entity_ref: String(values[wordAt(words, "entity_ref") ?? ""]),
    changes,
    context: Object.fromEntries(context),
  };
}

/** Each field once, in the order of the words: the API's complaints count them in this order. */
function changedFields(words: readonly Word[], always: Action["always"] = [], values: Values): string[] {
  const changed = words.flatMap(({ name, place }) => {
    const field = /^changes\.(.+)\.to$/.exec(place)?.[1];
    return field === undefined || values[name] === undefined ? [] : [field];
  });
  return [...new Set([...changed, ...always.map(({ field }) => field)])];
}

const wordAt = (words: readonly Word[], place: string): string | undefined =>
  words.find((word) => word.place === place)?.name;

const COMMON = ["reason", "evidence"];

/** Words that are missing, unknown or no list: so much is known before anything is sent. Empty: none. */
export function findWordErrors({ words, lineWords }: Action, values: Values): FieldError[] {
  const errors = errorsIn([...words], values, COMMON);
  const list = words.find(({ kind }) => kind === "list");
  const lines = list && values[list.name];
  if (!list || lines === undefined || !lineWords) return errors;
  if (!Array.isArray(lines) || lines.some((line) => typeof line !== "object" || line === null))
    return [...errors, { path: list.name, message: "must be a list of objects" }];
  return [
    ...errors,
    ...lines.flatMap((line: Values, index) =>
      errorsIn(lineWords, line, []).map(({ path, message }) => ({
        path: `${list.name}[${index}].${path}`,
        message,
      })),
    ),
  ];
}

function errorsIn(words: readonly Word[], values: Values, besides: readonly string[]): FieldError[] {
  const names = [...words.map(({ name }) => name), ...besides];
  const unknown = Object.keys(values).filter((name) => !names.includes(name) && values[name] !== undefined);
  const missing = words.filter(
    ({ name, required }) => required && (values[name] === undefined || values[name] === null),
  );
  return [
    ...missing.map(({ name, description }) => ({ path: name, message: `is missing: ${description}` })),
    ...unknown.map((path) => ({ path, message: `is no word of it; there are ${names.join(", ")}` })),
  ];
}

/** The API's complaints, about paths of the proposal, in the words that the caller used. */
export function inWords(
  { words, always, lineWords }: Action,
  values: Values,
  errors: readonly FieldError[],
): FieldError[] {
  const list = words.find(({ kind }) => kind === "list")?.name;
  return errors.map(({ path, message }) => {
    const [, index, within] = /^lines\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
    if (index === undefined || !list || !lineWords)
      return { path: wordOf(words, always, values, path) ?? path, message };
    const line = ((values[list] as Values[] | undefined) ?? [])[Number(index)] ?? {};
    const word = within === undefined ? "" : `.${wordOf(lineWords, [], line, within) ?? within}`;
    return { path: `${list}[${index}]${word}`, message };
  });
}

function wordOf(
  words: readonly Word[],
  always: Action["always"],
  values: Values,
  path: string,
): string | undefined {
  const fields = changedFields(words, always, values);
  return wordAt(
    words,
    path.replace(/^changes\[(\d+)\]/, (_all, index: string) => `changes.${fields[Number(index)]}`),
  );
}
