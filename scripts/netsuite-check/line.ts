/** One line of the report: what was looked at, what was found, and what to do where it is not as it should be. */
export interface Line {
  /** Stable, for whoever reads the JSON. */
  id: string;
  status: "pass" | "warn" | "fail";
  found: string;
  todo: string | null;
}

export const pass = (id: string, found: string): Line => ({ id, status: "pass", found, todo: null });
export const warn = (id: string, found: string, todo: string): Line => ({ id, status: "warn", found, todo });
export const fail = (id: string, found: string, todo: string): Line => ({ id, status: "fail", found, todo });
