import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { storeVersion } from "@/lib/runtime/versions/store-version";

const folder = fileURLToPath(new URL("../../workflows", import.meta.url));

/** The shipped workflows, stored by an administrator. None is in force: that takes a session and a fresh code. */
export async function storeWorkflows(admin: Person, gateway: Gateway): Promise<void> {
  for (const file of (await readdir(folder)).sort()) {
    const source = await readFile(path.join(folder, file), "utf8");
    await storeVersion(admin, { source }, gateway);
  }
}
