/** The checkout's root folder, absolute. */
export const root: string;
/** Runs `npm ci` where node_modules is missing or was made from another package-lock.json. */
export function ensureInstalled(): void;
