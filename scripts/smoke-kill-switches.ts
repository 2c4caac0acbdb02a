import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { checkHalts } from "./smoke/check-halts";
import { companyClientFor } from "./smoke/company-client";
import { startInstallation } from "./smoke/own-installation";

/**
 * `npm run smoke:kill-switches`: engages each switch, by page, by the operator for every tenant, and by environment, on an
 * installation of its own and shows that it halts exactly its row of the matrix: also for pushes approved before it was engaged.
 * Exit 0: every check holds; 1: one does not.
 */

const folder = await mkdtemp(path.join(tmpdir(), "countersign-smoke-"));
const port = await getPort();
try {
  let installation = await startInstallation(folder, port, {});
  const checks = await checkHalts({
    company: () => companyClientFor(installation),
    restart: async (env) => {
      await installation.stop();
      installation = await startInstallation(folder, port, env);
    },
    watchMs: 1_500,
  });
  await installation.stop();
  console.table(checks);
  const bad = checks.filter((check) => !check.ok).length;
  console.log(`${checks.length - bad} of ${checks.length} checks hold`);
  process.exitCode = bad === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
