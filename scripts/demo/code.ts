import { readFile } from "node:fs/promises";
import path from "node:path";
import { generateSync } from "otplib";
import { localDir } from "../local/local-state";

/** `npm run demo:code -- admin`: what that person's authenticator app would show now. By role, first name or e-mail. */
const wanted = (process.argv[2] ?? "admin").toLowerCase();
const { users } = JSON.parse(await readFile(path.join(localDir, "demo.json"), "utf8")) as {
  users: { name: string; email: string; role: string; totpSecret: string | null }[];
};
const firstName = (name: string) => name.split(" ")[0]!.toLowerCase();
const person = users.find(
  ({ name, email, role }) => wanted === role || wanted === email || wanted === firstName(name),
);
if (!person?.totpSecret) {
  const known = users.filter(({ totpSecret }) => totpSecret).map(({ name }) => firstName(name));
  console.error(`There is no second factor for “${wanted}”; try ${known.join(", ")}, or a role.`);
  process.exit(1);
}
console.error(`${person.name}, ${person.role}:`);
console.log(generateSync({ secret: person.totpSecret }));
