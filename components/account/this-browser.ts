/** Notifications in this browser: whether it supports them, and turning them on and off. */

export type BrowserState =
  /** It has no push, or the app is not installed where it must be, as on an iPhone. */
  | { kind: "unable" }
  /** Its person forbade it. */
  | { kind: "blocked" }
  | { kind: "off" }
  | { kind: "on"; endpointHash: string };

const registrationOf = async (): Promise<ServiceWorkerRegistration | null> =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
    ? ((await navigator.serviceWorker.getRegistration()) ?? null)
    : null;

export async function readBrowserState(): Promise<BrowserState> {
  const registration = await registrationOf();
  if (!registration) return { kind: "unable" };
  if (Notification.permission === "denied") return { kind: "blocked" };
  const subscription = await registration.pushManager.getSubscription();
  return subscription
    ? { kind: "on", endpointHash: await sha256Hex(subscription.endpoint) }
    : { kind: "off" };
}

export interface Subscribed {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Asks the person, in a press of theirs, and then the push service. Null: they said no. @throws where the push service cannot be reached. */
export async function subscribeBrowser(publicKey: string): Promise<Subscribed | null> {
  const registration = await registrationOf();
  if (!registration || (await Notification.requestPermission()) !== "granted") return null;
  const former = await registration.pushManager.getSubscription();
  // One under a key that this server had before would never be told.
  await former?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } };
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await registrationOf();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function sha256Hex(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
