import type { Marks } from "./generated-part";
import { actionTables } from "./render-sdk";

/** The methods of the Python client: one for each action type, in the words of its tool. */

export const pythonFile = "packages/python/countersign.py";
export const pythonMarks: Marks = ["# made by npm run action-types\n", "\n# end"];

type Table = ReturnType<typeof actionTables>[number]["table"];
type Word = Table["words"][number];

const LINE_LENGTH_MAX = 116;

export function pythonClass(): string {
  const methods = actionTables().map(({ tool, table }) => ({
    name: tool.name.replace(/^propose_/, ""),
    table,
  }));
  return `
_ACTIONS: Dict[str, _Action] = {
${methods.map(({ name, table }) => `    ${text(name)}: ${actionOf(table)},`).join("\n")}
}


class Propose(_ProposeByWords):
    """One method for each action type, in the type's own words."""

${methods.map(({ name, table }) => methodOf(name, table)).join("\n\n")}
`;
}

function actionOf({ actionType, entityType, words, always = [], lineWords = [] }: Table): string {
  const pairs = always.map(({ field, to }) => `(${text(field)}, ${to === null ? "None" : text(String(to))})`);
  return `_Action(
        ${text(actionType)},
        ${text(entityType!)},
${tupleOf(words.map(wordOf))},
${tupleOf(pairs)},
${tupleOf(lineWords.map(wordOf))},
    )`;
}

const wordOf = ({ name, place, kind, required }: Word): string =>
  `_Word(${[pythonName(name), place, kind].map(text).join(", ")}, ${required ? "True" : "False"})`;

const tupleOf = (items: readonly string[]): string =>
  items.length === 0
    ? "        ()"
    : `        (\n${items.map((item) => `            ${item},`).join("\n")}\n        )`;

function methodOf(name: string, { description, words, lineWords }: Table): string {
  const given = [...words].sort((one, other) => Number(other.required) - Number(one.required));
  const parameters = given.map((word) =>
    word.required
      ? `${pythonName(word.name)}: ${typeOf(word)}`
      : `${pythonName(word.name)}: Optional[${typeOf(word)}] = None`,
  );
  return `    def ${name}(
        self,
        *,
${parameters.map((parameter) => `        ${parameter},`).join("\n")}
        reason: Optional[str] = None,
        evidence: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[ProposeOptions] = None,
    ) -> Proposal:
        """${[wrapped(description), "", ...meaningsOf(given), ...linesOf(lineWords)].join("\n")}
        """
        words = {
${given.map(({ name: word }) => `            ${text(pythonName(word))}: ${pythonName(word)},`).join("\n")}
        }
        return self._propose(${text(name)}, words, reason, evidence, idempotency_key, options)`;
}

const meaningsOf = (words: readonly Word[]): string[] =>
  words.map(({ name, description }) => `        ${wrapped(`${pythonName(name)}: ${description}`)}`);

function linesOf(words: readonly Word[] | undefined): string[] {
  if (!words) return [];
  const said = words.map(({ name, required }) => `${pythonName(name)}${required ? "" : " (optional)"}`);
  return ["", `        ${wrapped(`Each of them is a dict: ${said.join(", ")}.`)}`];
}

/** In lines of a docstring, each after the first as far in as the first. */
function wrapped(paragraph: string): string {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > LINE_LENGTH_MAX - 12) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("\n        ");
}

function typeOf({ kind, choices }: Word): string {
  if (choices) return `Literal[${(choices as string[]).map(text).join(", ")}]`;
  return { text: "str", integer: "int", decimal: "Number", list: "Sequence[Mapping[str, Any]]" }[kind];
}

/** `bidId` → `bid_id`. Of the words one is a keyword of Python's. */
export function pythonName(word: string): string {
  const name = word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.includes(name) ? `${name}_` : name;
}

const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  );

const text = (value: string): string => JSON.stringify(value);
