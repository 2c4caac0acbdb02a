import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/**
 * `npm run build -w packages/sdk`: writes `dist`, a package of its own that is ready for `npm publish packages/sdk/dist`.
 * Within this repository a package is imported from its sources, so nothing here waits for a build. Packages of ours that it
 * needs are built first. `publishConfig.bundles` names files of the product that it carries, each with all its imports in one
 * file: the verifier of evidence is one, so that it exists once. `--out <folder>` writes to `<folder>/sdk` in the place of `packages/sdk/dist`.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const at = process.argv.indexOf("--out");
const outOf = (name) =>
  at === -1 ? path.join(root, "packages", name, "dist") : path.join(path.resolve(process.argv[at + 1]), name);

build(path.basename(process.cwd()));

function build(name) {
  const folder = path.join(root, "packages", name);
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const ours = Object.keys(manifest.dependencies ?? {})
    .filter((one) => one.startsWith("@countersign/"))
    .map((one) => one.replace("@countersign/", ""));
  ours.forEach(build);
  rmSync(outOf(name), { recursive: true, force: true });
  compile(folder, outOf(name), ours);
  for (const [file, source] of Object.entries(manifest.publishConfig.bundles ?? {}))
    bundle(path.join(root, source), path.join(outOf(name), file));
  const published = `${JSON.stringify(publishedOf(manifest), null, 2)}\n`;
  writeFileSync(path.join(outOf(name), "package.json"), published);
  copyFileSync(path.join(folder, "README.md"), path.join(outOf(name), "README.md"));
  copyFileSync(path.join(root, "LICENSE"), path.join(outOf(name), "LICENSE"));
}

/** Against the built types of our other packages: their sources would be compiled into this one. */
function compile(folder, out, ours) {
  const paths = Object.fromEntries(
    ours.map((one) => [`@countersign/${one}`, [path.join(outOf(one), "index.d.ts")]]),
  );
  const scratch = mkdtempSync(path.join(tmpdir(), "countersign-build-"));
  const project = path.join(scratch, "tsconfig.json");
  const settings = {
    extends: path.join(folder, "tsconfig.build.json"),
    compilerOptions: { outDir: out, paths, typeRoots: [path.join(root, "node_modules/@types")] },
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-p", project], { stdio: "inherit" });
  rmSync(scratch, { recursive: true });
  if (status !== 0) process.exit(1);
}

/** Licenses of the packages in it go along as comments. */
function bundle(source, outfile) {
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    legalComments: "inline",
    logLevel: "warning",
    tsconfig: path.join(root, "tsconfig.json"),
  });
}

/** The command stands under `publishConfig`: here npm would link it to a source that Node cannot run. */
function publishedOf({
  scripts: _scripts,
  devDependencies: _ours,
  exports: sources,
  publishConfig,
  ...rest
}) {
  const { bin, bundles: _carried, ...publishing } = publishConfig;
  const builtOf = (file) => file.replace(/^\.\/src\//, "./").replace(/\.ts$/, ".js");
  const main = builtOf(sources["."]);
  return {
    ...rest,
    exports: { ".": { types: main.replace(/\.js$/, ".d.ts"), default: main } },
    publishConfig: publishing,
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, builtOf(file)])) }),
  };
}
