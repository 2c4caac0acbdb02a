/** How many times slower than usual this machine is meant to be: `npm run test:slow` says so. For promises of speed and ends of waiting. */
export const slowness = Number(process.env.TEST_SLOWNESS ?? 1);
