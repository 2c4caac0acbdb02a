import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The SuiteCloud project that is deployed in the account: the account runs its scripts and grants its role. */
export interface SdfProject {
  /** The RESTlet's entry file. */
  script: string;
  /** The XML of one of the project's objects. */
  readObject(name: string): string;
}

const SHIPPED_DIR = fileURLToPath(new URL("../../../netsuite/sdf/", import.meta.url));

/** @param dir the project's folder; by default the one this repository ships. */
export function openSdfProject(dir = SHIPPED_DIR): SdfProject {
  return {
    script: path.join(dir, "FileCabinet/SuiteScripts/countersign/gfs_platform_query.js"),
    readObject: (name) => fs.readFileSync(path.join(dir, "Objects", `${name}.xml`), "utf8"),
  };
}
