import type { ProviderPost } from "@/lib/channels/mail/testing/mail-providers";
import type { Gateway } from "@/lib/gateway/context";
import { route } from "@/lib/http/route";
import { type MailProvider, answerMail } from "@/lib/inbound/mail/answer-request";

/** Our answer to what a provider posts, in the frame that Next gives the route. */
export function postAsProvider(
  gateway: Gateway,
  provider: MailProvider,
  { headers, body }: ProviderPost,
): Promise<Response> {
  const request = new Request(`https://sign.example/api/v1/public/webhooks/mail/${provider}`, {
    method: "POST",
    headers,
    body: new Uint8Array(body),
  });
  return route((one) => answerMail(one, provider, gateway))(request);
}
