/** A ULID in upper case, the form of every run id. */
export const runIdPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
