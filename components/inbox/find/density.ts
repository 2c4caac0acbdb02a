/** How the rows of a list look: cards that show a change whole and decide it, or dense rows that open it. */
export type Density = "rows" | "cards";

export interface DensityChoice {
  /** One per person: several may share a browser. */
  cookie: string;
  /** Null: never chosen here. A desk then shows rows, beside the detail that decides, and a phone cards. */
  chosen: Density | null;
}

export const densityCookieOf = (userId: number): string => `countersign-lists-${userId}`;

export const densityOf = (text: string | undefined): Density | null =>
  text === "rows" || text === "cards" ? text : null;
