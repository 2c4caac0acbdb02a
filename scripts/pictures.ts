import { spawnSync } from "node:child_process";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { buildApp } from "./local/build-app";
import { root } from "./local/ensure-installed.mjs";

/**
 * `npm run pictures`: compares every page with its kept picture, at six windows and in both themes. `-- --keep` keeps the
 * pictures as they are now, in few colours, so that they stay small. Other words go to Playwright.
 */
const kept = path.join(root, "e2e", "pictures", "kept");
const keeps = process.argv.includes("--keep");
const others = process.argv.slice(2).filter((word) => word !== "--keep");

buildApp();
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, "node_modules", "@playwright", "test", "cli.js"),
    "test",
    "--project=pictures",
    ...(keeps ? ["--update-snapshots=changed"] : []),
    ...others,
  ],
  { cwd: root, stdio: "inherit" },
);
if (keeps) {
  const files = (await readdir(kept)).filter((file) => file.endsWith(".png"));
  for (const file of files) {
    const picture = await readFile(path.join(kept, file));
    if ((await sharp(picture).metadata()).isPalette) continue;
    await writeFile(
      path.join(kept, file),
      await sharp(picture).png({ palette: true, colours: 64, effort: 10 }).toBuffer(),
    );
  }
}
process.exit(status ?? 1);
