/** Imported first: decisions are logged at info, and a bench makes thousands. */
process.env.LOG_LEVEL ??= "warn";
