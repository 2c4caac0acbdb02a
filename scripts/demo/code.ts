import { readFile } from "node:fs/promises";
import path from "node:path";
import { generateSync } from "otplib";
import { localDir } from "../local/local-state";

/** `npm run demo:code -- admin`: what that person's authenticator app would show now. */
const role = process.argv[2] ?? "admin";
const demo = JSON.parse(await readFile(path.join(localDir, "demo.json"), "utf8")) as {
  users: { role: string; totpSecret: string | null }[];
};
const secret = demo.users.find((user) => user.role === role)?.totpSecret;
if (!secret) {
  console.error(`There is no second factor for “${role}”; try approver, steward or admin.`);
  process.exit(1);
}
console.log(generateSync({ secret }));
