import { randomBytes } from "node:crypto";

/** Imported first: decisions are logged at info, and a bench makes thousands. Each run has a database and a key of its own. */
process.env.LOG_LEVEL ??= "warn";
process.env.COUNTERSIGN_SECRET_KEY ??= randomBytes(32).toString("base64");
