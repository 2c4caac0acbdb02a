/** The keys of every engine and app of a test. */
export const eventKey = "test-event-key";
export const signingKey = "signkey-test-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
