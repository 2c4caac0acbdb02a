import { z } from "zod";
import { reference } from "./words";

/** What the tools for rolls say alike. */

/** `Proposes many new vendor costs as one: …` */
export const rollDescription = (things: string): string =>
  `Proposes many new ${things} as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.`;

export const rollName = (example: string) =>
  reference.describe(`What the roll is called, such as ${example}; the person who approves types it.`);

/** As many as a roll has at most. */
export const rollEntries = <Entry extends z.ZodType>(entry: Entry, thing: string) =>
  z.array(entry).min(1).max(500).describe(`Each ${thing} that changes, each place once.`);
