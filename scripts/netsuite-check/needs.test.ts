import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LOGIN_NEEDS, PERMISSION_NEEDS } from "./needs";

test("the check asks for exactly the permissions of the role that is shipped", () => {
  const role = fileURLToPath(
    new URL("../../netsuite/sdf/Objects/customrole_countersign.xml", import.meta.url),
  );
  const shipped = [
    ...readFileSync(role, "utf8").matchAll(/<permkey>(\w+)<\/permkey>\s*<permlevel>(\w+)<\/permlevel>/g),
  ].map(([, key, level]) => `${key} ${level}`);
  const needed = [...Object.values(LOGIN_NEEDS), ...PERMISSION_NEEDS].map(
    ({ key, level }) => `${key} ${level}`,
  );
  expect(needed.sort()).toEqual(shipped.sort());
});
