import { onTestFinished } from "vitest";
import type { Database } from "../client";

/** Has every connection of the pool until the end of the test, as statements that wait for locks would. */
export async function takePool({ sql, poolMax }: Database): Promise<void> {
  const connections = await Promise.all(Array.from({ length: poolMax }, () => sql.reserve()));
  onTestFinished(() => connections.forEach((connection) => connection.release()));
}
