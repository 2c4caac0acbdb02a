export const ROOMS: readonly (string | readonly string[])[];
export function pathsOf(room: string | readonly string[]): readonly string[];
