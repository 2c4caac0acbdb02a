// `npm start`: the app with whatever parts it needs beside it; see the README for what production must set.
import { ensureInstalled } from "./local/ensure-installed.mjs";

ensureInstalled();
const { register } = await import("tsx/esm/api");
register();
const { runProduct } = await import("./local/run-product.ts");
await runProduct();
