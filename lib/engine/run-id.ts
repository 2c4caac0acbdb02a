/** A ULID, in the one form in which engines write a run's id. */
export const runIdPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
