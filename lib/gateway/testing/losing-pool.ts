import type { Pool } from "@/db/client";

/** A statement that has committed, or never arrived, and whose connection is gone before its answer comes. */

const gone = () => Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });

export interface Loss {
  /** Of the function that the statement calls. */
  statement: string;
  /** After it committed, or before the server had it. */
  when: "answer" | "statement";
  /** Happens before anybody hears of the loss. */
  meanwhile?: () => Promise<unknown>;
  /** How many of them; default: the first alone. */
  times?: number;
}

export function losing(pool: Pool, { statement, when, meanwhile = async () => {}, times = 1 }: Loss): Pool {
  let left = times;
  const sql = new Proxy(pool.sql, {
    apply: (target, self, given: [TemplateStringsArray, ...unknown[]]) => {
      const run = () => Reflect.apply(target, self, given) as Promise<unknown>;
      if (left === 0 || !given[0].join(" ").includes(`${statement}(`)) return run();
      left -= 1;
      return (when === "answer" ? run() : Promise.resolve()).then(meanwhile).then(() => {
        throw gone();
      });
    },
  });
  return { ...pool, sql };
}
