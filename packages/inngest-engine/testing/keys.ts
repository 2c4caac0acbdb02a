/** The keys of every engine and app of a test, and the logger that logs nothing. */
export const eventKey = "test-event-key";
export const signingKey = "signkey-test-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
export const quietLogger = { info() {}, warn() {}, error() {}, debug() {} };
