import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import webPush from "web-push";
import { root } from "./ensure-installed.mjs";

/**
 * Where embedded parts keep what they need between starts: .local, or COUNTERSIGN_LOCAL_DIR where a second installation
 * runs beside the first. Secrets in it are readable by their owner alone; none of it is committed.
 */
export const localDir = path.resolve(process.env.COUNTERSIGN_LOCAL_DIR ?? path.join(root, ".local"));
const secretsFile = path.join(localDir, "secrets.json");

export type LocalSecrets = ReturnType<typeof newSecrets>;

/** The secrets of this checkout, created on first use; a file of an earlier version gains those it lacks. */
export async function readLocalSecrets(): Promise<LocalSecrets> {
  const stored = await readFile(secretsFile, "utf8").catch(() => "{}");
  const secrets = { ...newSecrets(), ...(JSON.parse(stored) as Partial<LocalSecrets>) };
  await writePrivate(secretsFile, secrets);
  return secrets;
}

function newSecrets() {
  const hex = (bytes: number) => randomBytes(bytes).toString("hex");
  return {
    postgresPassword: hex(16),
    ownerPassword: hex(16),
    appPassword: hex(16),
    enginePassword: hex(16),
    nextAuthSecret: hex(32),
    storageKey: randomBytes(32).toString("base64"),
    /** Signs the ledger's checkpoints. */
    ledgerKey: randomBytes(32).toString("base64"),
    eventKey: hex(16),
    signingKey: `signkey-prod-${hex(32)}`,
    metricsToken: hex(16),
    operatorToken: hex(32),
    webPush: webPush.generateVAPIDKeys(),
    netsuite: {
      account: "SIM0001_SB1",
      consumerKey: hex(32),
      consumerSecret: hex(32),
      tokenId: hex(32),
      tokenSecret: hex(32),
    },
  };
}

/** Writes JSON that only this user can read. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** Forgets everything local but the logs: the next start begins with nothing. */
export async function resetLocalState(extra: string[]): Promise<void> {
  const names = ["postgres", "netsuite", "secrets.json", "demo.json", "demo-people.json"].map((name) =>
    path.join(localDir, name),
  );
  for (const target of [...names, ...extra]) await rm(target, { recursive: true, force: true });
}
