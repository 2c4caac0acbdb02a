import type postgres from "postgres";
import { foundCompany } from "@/lib/gateway/access/found-company";
import type { World } from "@/lib/gateway/testing/world";

/** A value of one kind that the app made, the door that it opens, and how the app's database role writes over it. */
export interface SealedCase {
  /** True where the app's own door opens by it. */
  works(): Promise<boolean>;
  stored(): Promise<string | null>;
  /** Writes a value in its place past the app. */
  forge(app: postgres.TransactionSql, value: string): Promise<unknown>;
  /** The same kind of value of somebody else. */
  another(): Promise<string>;
}

let made = 0;

export function newCompany({ owner }: World) {
  made += 1;
  return foundCompany(owner, { slug: `sealed-${made}`, name: `Sealed ${made}`, foundedBy: "test" });
}
