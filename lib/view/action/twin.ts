/** Of an action while another one waits with the very same write. */
export const twinWarning = (twinId: number): string =>
  `The same write also waits as #${twinId}. If both are approved, it is made twice`;
