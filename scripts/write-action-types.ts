import { writeFile } from "node:fs/promises";
import { renderFiles } from "./action-types/render";

/** `npm run action-types`: writes the files that follow from the action types' definitions anew. */
for (const [file, text] of await renderFiles()) {
  await writeFile(file, text);
  console.log(file);
}
