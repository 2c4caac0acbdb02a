import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run build -w packages/sdk`: writes `dist`, a package of its own that is ready for `npm publish packages/sdk/dist`.
 * Within this repository a package is imported from its sources, so nothing here waits for a build. `--out <folder>` writes
 * elsewhere.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const at = process.argv.indexOf("--out");
const out = at === -1 ? path.resolve("dist") : path.resolve(process.argv[at + 1]);
rmSync(out, { recursive: true, force: true });

const compiler = path.join(root, "node_modules/typescript/bin/tsc");
const compiled = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", out], {
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(1);

const { scripts: _scripts, devDependencies: _ours, exports: sources, bin, ...rest } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const builtOf = (file) => file.replace(/^\.\/src\//, "./").replace(/\.ts$/, ".js");
const main = builtOf(sources["."]);
const published = {
  ...rest,
  exports: { ".": { types: main.replace(/\.js$/, ".d.ts"), default: main } },
  ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, builtOf(file)])) }),
};
writeFileSync(path.join(out, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync("README.md", path.join(out, "README.md"));
copyFileSync(path.join(root, "LICENSE"), path.join(out, "LICENSE"));
