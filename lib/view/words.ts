import { formatCount } from "@/lib/view/decimal";

/** Words that know nothing of the product: codes, counts and tones as people read them. */

export type Tone = "neutral" | "good" | "warn" | "bad";

/** How something stands: a badge's title, the sentence below it and its tone. */
export interface StateWords {
  title: string;
  text: string;
  tone: Tone;
}

/** `price-move-under-5-percent` → `price move under 5 percent`; `bom-variance` → `BOM variance`, `ar-note` → `AR note` */
export function plainWords(code: string): string {
  return code
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/\b(?:ar|bom)\b/g, (initials) => initials.toUpperCase())
    .trim();
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `ar_note` → `AR note`; `*` → `All types` */
export function actionTypeTitle(actionType: string): string {
  return actionType === "*" ? "All types" : sentenceCase(plainWords(actionType));
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `1,204`, `12k` from ten thousand on: as much as a chip has room for. `more`: counting stopped there. */
export function countText(count: number, more: boolean): string {
  const text = count < 10_000 ? formatCount(count) : `${Math.floor(count / 1_000)}k`;
  return more ? `${text}+` : text;
}
