import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOMS, pathsOf } from "../oxlint.config.mjs";

/** Plants imports in an empty copy of the rooms and asks the product's own lint rules about them. */

const root = fileURLToPath(new URL("..", import.meta.url));
let tree: string;
let findings: string;

const names = ROOMS.map((room) => pathsOf(room)[0]!);
const planted = (room: string) => `${room}/planted.ts`;
/** The rooms whose events others follow. */
const beforeFollowers = ["propose", "decide", "deliver", "amend"].map((room) => `lib/gateway/${room}`);

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), "countersign-rooms-"));
  cpSync(path.join(root, "oxlint.config.mjs"), path.join(tree, "oxlint.config.mjs"));
  cpSync(path.join(root, "tsconfig.json"), path.join(tree, "tsconfig.json"));
  symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  };
  for (const name of names) write(`${name}/target.ts`, "export type Target = string;\n");
  names.slice(0, -1).forEach((name, index) => {
    const further = names[index + 1]!;
    write(
      planted(name),
      `import type { Target } from "@/${further}/target";\nexport type Planted = Target;\n`,
    );
  });
  for (const room of beforeFollowers)
    write(
      `${room}/follower.ts`,
      'import type { Target } from "@/lib/subscribers/target";\nexport type Follower = Target;\n',
    );
  write("lib/core/first.ts", 'import type { Second } from "./second";\nexport type First = Second[];\n');
  write("lib/core/second.ts", 'import type { First } from "./first";\nexport type Second = First | null;\n');
  write(
    "db/reaching.ts",
    'import type { Target } from "@/lib/auth/target";\nexport type Reaching = Target;\n',
  );
  const oxlint = path.join(root, "node_modules/oxlint/bin/oxlint");
  const run = spawnSync(process.execPath, [oxlint, "-c", "oxlint.config.mjs", "--format", "unix"], {
    cwd: tree,
    encoding: "utf8",
  });
  findings = run.stdout;
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const findingAbout = (file: string) => findings.split("\n").find((line) => line.includes(file)) ?? "";

const ordered = names.slice(0, -1);

test.each(ordered)("an import from %s into the room after it is refused", (name) => {
  expect(findingAbout(planted(name))).toContain("import is restricted");
});

test.each(beforeFollowers)("an import of a follower from %s is refused", (room) => {
  expect(findingAbout(`${room}/follower.ts`)).toContain("import is restricted");
});

test("every folder of the product is a room, or holds rooms alone", () => {
  const rooms = new Set(ROOMS.flatMap(pathsOf));
  const holdsRooms = (folder: string) => [...rooms].some((room) => room.startsWith(`${folder}/`));
  const strays = (folder: string): string[] =>
    readdirSync(path.join(root, folder))
      .map((entry) => `${folder}/${entry.replace(/\.tsx?$/, "")}`)
      .filter((name) => !rooms.has(name) && !/(\.test|\/testing)$/.test(name))
      .flatMap((name) => (holdsRooms(name) ? strays(name) : [name]));
  expect(["lib", "components"].flatMap(strays)).toEqual([]);
});

/** Folders whose rooms ROOMS does not name one by one. */
const withRooms = ["lib/core", "db/queries"];
const roomsOfSentences = [
  ...ROOMS.flatMap((room) => (typeof room === "string" ? [room] : [])).filter(
    (room) => room !== "lib/core" && room !== "app",
  ),
  ...withRooms.flatMap((folder) => foldersOf(folder).map((name) => `${folder}/${name}`)),
];

test.each(roomsOfSentences)("one file of %s says in a sentence what belongs there", (room) => {
  const below = ROOMS.flatMap(pathsOf).filter((other) => other !== room && other.startsWith(`${room}/`));
  const files = readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.tsx?$/.test(file) && !below.some((other) => `${room}/${file}`.startsWith(`${other}/`)),
    )
    .filter((file) => /\/\*\*[\s*]+This room /.test(readFileSync(path.join(root, room, file), "utf8")));
  expect(files).toHaveLength(1);
});

test("a circle of imports is refused, of types alone too", () => {
  expect(findingAbout("lib/core/first.ts")).toContain("cycle");
});

test("db/ reaches nothing of lib but its core", () => {
  expect(findingAbout("db/reaching.ts")).toContain("import is restricted");
});
