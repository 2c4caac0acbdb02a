import { writeFile } from "node:fs/promises";
import { renderRegistry } from "../action-types/render-registry";

/** `npm run action-types`: writes the code and documents that follow from the action types' definitions. */
await write(await renderRegistry());
// Only now is the registry whole.
const { renderFiles } = await import("../action-types/render");
await write(await renderFiles());

async function write(files: Map<string, string>): Promise<void> {
  for (const [file, text] of files) {
    await writeFile(file, text);
    console.log(file);
  }
}
