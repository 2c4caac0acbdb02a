import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import manifest from "./manifest";

it("every icon of the manifest is in public/, at the size that it names", async () => {
  for (const { src, sizes, type } of manifest().icons!) {
    const file = await readFile(`public${src}`);
    if (type === "image/svg+xml") expect(file.toString()).toContain("<svg");
    // The width and height of a PNG are the first words of its first chunk.
    else expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
  }
});
