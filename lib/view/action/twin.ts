/** Of an action while another one waits with the very same write. */
export const twinWarning = (twinId: number): string =>
  `The same write waits as #${twinId} too; approved both, it is made twice`;
