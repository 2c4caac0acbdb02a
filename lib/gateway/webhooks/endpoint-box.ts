/** This room holds outgoing webhooks: endpoints, which administrators set up, and deliveries, which a job sends and settles. */

import { newWebhookKeyPair, newWebhookSecret } from "@/lib/outbound";
import { keyRing } from "@/lib/secrets/key-ring";
import { type BoundTo, sealSecret, tryBox } from "@/lib/secrets/secret-box";

/**
 * The keys of an endpoint, sealed with its address for its row alone: whoever writes another address into the database gets
 * nothing sent.
 */
export interface EndpointBox {
  url: string;
  keys: EndpointKeys;
  /** After a rotation: they sign as well until `until`, an ISO time. */
  before: (EndpointKeys & { until: string }) | null;
}

export interface EndpointKeys {
  /** `whsec_`, which both sides have. */
  secret: string;
  /** `whsk_`, which never leaves. */
  privateKey: string;
  /** `whpk_`. */
  publicKey: string;
}

export const newEndpointKeys = (): EndpointKeys => ({ secret: newWebhookSecret(), ...newWebhookKeyPair() });

export const endpointBoundTo = (endpointId: number): BoundTo => `webhook-endpoint:${endpointId}`;

export const sealEndpointBox = (endpointId: number, box: EndpointBox): string =>
  sealSecret(JSON.stringify(box), endpointBoundTo(endpointId));

interface Sealed {
  id: number;
  url: string;
  sealed: string | null;
}

/** Null: it was not sealed here for this endpoint and this address, or under a key that is gone. */
export function openEndpointBox({ id, url, sealed }: Sealed): EndpointBox | null {
  const opened = sealed === null ? null : tryBox(sealed, endpointBoundTo(id), keyRing());
  if (!opened) return null;
  const box = JSON.parse(opened.secret) as EndpointBox;
  return box.url === url ? box : null;
}

/** The keys that sign now, both kinds; during a rotation those before as well. */
export function signingKeysOf({ keys, before }: EndpointBox, now: Date): string[] {
  const all = before && Date.parse(before.until) > now.getTime() ? [keys, before] : [keys];
  return all.flatMap(({ secret, privateKey }) => [secret, privateKey]);
}
