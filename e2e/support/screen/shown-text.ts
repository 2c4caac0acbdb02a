import type { Locator } from "@playwright/test";

/** Text as a person has it before the eyes: read back from the page, and held against its geometry. */

export interface ShownText {
  /** Hidden characters that the page shows by name stand in it as themselves; signs and hints of ours do not. */
  text: string;
  /** False where a box cuts it off and nobody can scroll there. */
  isWhole: boolean;
  /** So many characters more, says the page right behind it, stand elsewhere. */
  missing: number;
}

/** The value that a field of the change would get. */
export interface ShownField extends ShownText {
  field: string;
  /** Words of ours in the very place of the value, beside a text from outside. */
  ours: string;
}

/** `written`: in the place of a value to write; `before`: in that of another one; `prose`: among the agent's words. */
type Place = "written" | "before" | "prose" | "beside";

/** One element that shows an action, such as a card. */
export interface ShownAction {
  /** The action's; NaN where the element names none. */
  id: number;
  texts: (ShownText & { place: Place })[];
  /** In the page's order; the same field may stand in several places. */
  fields: ShownField[];
  /** All its words, ours among them. */
  words: string;
  /** An approval is offered in it. */
  mayApprove: boolean;
}

/** Every text from outside within each of these elements that is still in the page as it is read: a list lets rows go. */
export async function readShown(within: Locator): Promise<ShownAction[]> {
  return within.evaluateAll((roots) => {
    const characterOf = (name: string) => String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    const textOf = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof HTMLElement)) return "";
      const name = node.dataset.codePoint;
      return name === undefined ? [...node.childNodes].map(textOf).join("") : characterOf(name);
    };
    const clips = (style: string) => style === "hidden" || style === "clip";
    /** Within every box that clips; a box that scrolls shows its parts one after the other. */
    const isWithin = (rect: DOMRect, from: Element): boolean => {
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const wide = rect.left < edge.left - 1 || rect.right > edge.right + 1;
        const high = rect.top < edge.top - 1 || rect.bottom > edge.bottom + 1;
        // Sideways nobody scrolls to read.
        if (wide && overflowX !== "visible") return false;
        if (high && clips(overflowY)) return false;
        if (high && !clips(overflowY) && overflowY !== "visible") return true;
      }
      return rect.left >= -1 && rect.right <= innerWidth + 1;
    };
    const isWhole = (element: Element): boolean => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects())
          if (rect.width > 0 && !isWithin(rect, node.parentElement!)) return false;
      }
      return true;
    };
    /** `… 180 characters more`, behind the text or behind a hint about its letters. */
    const missingBehind = (element: Element): number => {
      const next = element.nextElementSibling;
      const after = next?.matches("[data-hint]") ? next.nextElementSibling : next;
      const [, count] = /^ … ([\d,]+) characters? more$/.exec(after?.textContent ?? "") ?? [];
      return Number((count ?? "0").replaceAll(",", ""));
    };
    const readText = (element: Element) => ({
      text: textOf(element),
      isWhole: isWhole(element),
      missing: missingBehind(element),
    });
    const placeOf = (element: Element): Place => {
      if (element.closest("[data-field]")) return element.closest("[data-written]") ? "written" : "before";
      return element.closest("blockquote") ? "prose" : "beside";
    };
    const fieldIn = (row: HTMLElement): ShownField => {
      const place = row.querySelector("[data-written]")!;
      const texts = [...place.querySelectorAll("bdi[data-untrusted]")];
      const ours = place.cloneNode(true) as Element;
      ours
        .querySelectorAll("bdi[data-untrusted], [data-hint], [data-end-of]")
        .forEach((element) => element.remove());
      const value = readText(texts[0] ?? place);
      return {
        field: row.dataset.field!,
        ...value,
        isWhole: value.isWhole && texts.length < 2,
        ours: texts.length === 0 ? "" : ours.textContent,
      };
    };
    const inPage = roots.filter(({ isConnected }) => isConnected);
    return inPage.map((root) => ({
      id: Number(
        (root.closest("[data-action-id]") ?? root.querySelector("[data-action-id]"))?.getAttribute(
          "data-action-id",
        ) ?? NaN,
      ),
      texts: [...root.querySelectorAll("bdi[data-untrusted]")].map((element) => ({
        ...readText(element),
        place: placeOf(element),
      })),
      fields: [...root.querySelectorAll<HTMLElement>("[data-field]")].map(fieldIn),
      words: root.textContent,
      mayApprove: [...root.querySelectorAll("button")].some(
        (button) => button.textContent.startsWith("Approve") && button.checkVisibility(),
      ),
    }));
  });
}

/** Where these words stand on the screen: one entry per text from outside that holds all of them, in the words' order. */
export async function readPlaces(
  within: Locator,
  wanted: readonly string[],
): Promise<{ left: number; top: number }[][]> {
  return within.evaluate((root, words) => {
    /** Of the word's first character: marks may part the word into several nodes. */
    const placeOf = (element: Element, word: string) => {
      let start = element.textContent.indexOf(word);
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); start >= 0 && node; node = walker.nextNode()) {
        const { length } = (node as Text).data;
        if (start < length) {
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + 1);
          // None where the text is not rendered.
          const [rect] = range.getClientRects();
          return rect ? { left: rect.left, top: rect.top } : null;
        }
        start -= length;
      }
      return null;
    };
    return [...root.querySelectorAll("bdi[data-untrusted]")].flatMap((element) => {
      const places = words.map((word) => placeOf(element, word)).filter((place) => place !== null);
      return places.length === words.length ? [places] : [];
    });
  }, wanted);
}

/** True if one of the texts shows these characters, all of them and in this order. */
export function shows(texts: readonly ShownText[], written: string): boolean {
  return texts.some(({ text, isWhole }) => isWhole && text.includes(written));
}

/** The words of an element outside every edge that the page draws around a text of the payload. */
export async function wordsOutsideEdges(within: Locator): Promise<string> {
  return within.evaluate((root) => {
    const copy = root.cloneNode(true) as Element;
    copy.querySelectorAll("[data-edge]").forEach((element) => element.remove());
    return copy.textContent;
  });
}
