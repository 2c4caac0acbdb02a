import { inPlainText } from "@/lib/core/values/shown-text";

/**
 * Text of others in a mail. What hides or reorders is spelled out, as on our pages; addresses in it are broken up, so that no mail program
 * makes a link of them: the one link of a mail is ours.
 */

/** Several lines, cut after so many characters. */
export function disarmText(text: string, charactersMax: number): string {
  const cut = [...text].slice(0, charactersMax).join("");
  const rest = cut.length < text.length ? " […]" : "";
  return withoutLinks(inPlainText(cut.replaceAll(/\r\n?/g, "\n"))) + rest;
}

/** One line. */
export const disarmedLine = (text: string, charactersMax: number): string =>
  disarmText(text, charactersMax).replaceAll(/\s+/g, " ").trim();

/** `https[:]//www[.]example[.]com`: numbers such as 1.42 stay as they are. */
const withoutLinks = (text: string): string =>
  text
    .replaceAll("://", "[:]//")
    .replaceAll(/(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/gu, "[.]")
    .replaceAll(/(?<=\S)@(?=\S)/g, "[@]")
    .replaceAll(/\b(mailto|tel|javascript|data|file):/gi, "$1[:]");

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark]!);
