/** The warning on an action while another one with the same write waits. */
export const twinWarning = (twinId: number): string =>
  `The same write also waits as #${twinId}. If both are approved, it is made twice`;

/** The warning on an action whose very write was approved a short time ago. No longer than that one, so that it fits its place. */
export const repeatWarning = (earlierId: number): string =>
  `The same write was approved as #${earlierId}. If this is too, it is made twice`;

/** Replaces that warning after the twin was decided or expired. Shorter, so that it fits the same place. */
export const endedTwinWarning = (twinId: number): string =>
  `#${twinId}, the same write, waits no more. If approved, this repeats it`;
