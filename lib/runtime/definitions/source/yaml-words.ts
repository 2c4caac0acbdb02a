import type { ErrorCode } from "yaml";

/** Explains how to correct a text that YAML cannot read, or reads differently from people. */
const words: Partial<Record<ErrorCode, string>> = {
  BAD_DIRECTIVE: "Leave the line with `%` out: a workflow needs none.",
  BAD_DQ_ESCAPE:
    "Only a few letters may follow a backslash within double quotes: write `\\\\`, or use single quotes.",
  BAD_INDENT:
    "The indent does not fit: keys of one map, and items of one list, stand exactly below each other, and `[` and `{` are closed further in than the line that opens them.",
  BAD_SCALAR_START: "Put a text that begins with this sign in quotes.",
  BLOCK_AS_IMPLICIT_KEY: "Begin a new line for each `key: value`, or put a value that holds `: ` in quotes.",
  BLOCK_IN_FLOW: "Within `[ ]` and `{ }` write lists and maps in the same way.",
  DUPLICATE_KEY: "This key stands in the map already: each key stands once.",
  KEY_OVER_1024_CHARS: "A key is one short word, with `:` behind it.",
  MISSING_CHAR: "Something is not closed or not parted: a quote, a bracket, a comma, or the `-` of a list.",
  MULTILINE_IMPLICIT_KEY: "A key stands on one line, with `:` behind it.",
  MULTIPLE_DOCS: "A workflow is one document: take `---` out, and store each workflow by itself.",
  TAB_AS_INDENT: "Indent with spaces: YAML takes no tabs.",
  TAG_RESOLVE_FAILED: "Leave the tag out: types follow from the field.",
  UNEXPECTED_TOKEN: "Nothing like this may stand here: take it out, or put the text that holds it in quotes.",
};

export const yamlWords = ({ code, message }: { code: ErrorCode; message: string }): string =>
  words[code] ?? `${message.replace(/\.$/, "")}: write plain maps, lists and texts.`;
