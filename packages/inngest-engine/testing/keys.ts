/** The keys of every engine and app of a test, the logger that logs nothing, and a client of the real SDK in cloud mode. */
export const eventKey = "test-event-key";
export const signingKey = "signkey-test-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
export const quietLogger = { info() {}, warn() {}, error() {}, debug() {} };
export const clientOptions = { isDev: false, eventKey, signingKey, logger: quietLogger };
