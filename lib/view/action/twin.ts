/** Of an action while another one waits with the very same write. */
export const twinWarning = (twinId: number): string =>
  `The same write also waits as #${twinId}. If both are approved, it is made twice`;

/** Of an action whose twin was decided, or ran out, meanwhile. Shorter than the warning, whose place it takes. */
export const endedTwinWarning = (twinId: number): string =>
  `#${twinId}, the same write, waits no more. If approved, this repeats it`;
