/** Web Crypto, which Node 18 has without its global name. */

const ofNode = "node:crypto";

export async function webCrypto(): Promise<Crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  // In a variable, so that no bundler for browsers looks for it.
  const { webcrypto } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ ofNode)) as {
    webcrypto: Crypto;
  };
  return webcrypto;
}

/** For a request that its caller gave no key of its own. */
export async function newKey(): Promise<string> {
  return `sdk-${(await webCrypto()).randomUUID()}`;
}
