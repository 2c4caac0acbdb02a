import { describe, expect, it } from "vitest";
import { accountHostLabel, accountRealm, createTbaSigner } from "./auth-tba";

/** Oracle's published RESTlet example. */
const published = {
  account: "123456",
  credentials: {
    consumerKey: "ef40afdd8abaac111b13825dd5e5e2ddddb44f86d5a0dd6dcf38c20aae6b67e4",
    consumerSecret: "d26ad321a4b2f23b0741c8d38392ce01c3e23e109df6c96eac6d099e9ab9e8b5",
    tokenId: "2b0ce516420110bcbd36b69e99196d1b7f6de3c6234c5afb799b73d87569f5cc",
    tokenSecret: "c29a677df7d5439a458c063654187e3d678d73aca8e3c9d8bea1478a3eb0d295",
  },
  clock: { now: () => new Date(1_508_242_306_000) },
};
const url =
  "https://123456.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=6&deploy=1&customParam=someValue&testParam=someOtherValue";

describe("token-based authentication", () => {
  it("reproduces Oracle's published signature", async () => {
    const signer = createTbaSigner({ ...published, nonce: () => "fjaLirsIcCGVZWzBX0pg" });
    const header = await signer.authorize({ method: "POST", url });
    expect(header).toContain(
      `oauth_signature="${encodeURIComponent("+KK4SKNgz4ZiILGLwOMtfYlgcXSy1eis8ldE9X90azQ=")}"`,
    );
    expect(header).toContain('OAuth realm="123456"');
    expect(header).toContain('oauth_signature_method="HMAC-SHA256"');
  });
  it("signs the same whatever the case of the host", async () => {
    const signer = createTbaSigner({ ...published, nonce: () => "fjaLirsIcCGVZWzBX0pg" });
    const upper = url.replace("https://123456.restlets", "HTTPS://123456.RESTLETS");
    expect(await signer.authorize({ method: "POST", url: upper })).toBe(
      await signer.authorize({ method: "POST", url }),
    );
  });
  it("never uses a nonce twice, even within one second", async () => {
    const signer = createTbaSigner(published);
    const headers = await Promise.all(
      Array.from({ length: 200 }, () => signer.authorize({ method: "POST", url })),
    );
    const nonces = headers.map((header) => /oauth_nonce="([^"]+)"/.exec(header)?.[1]);
    expect(new Set(nonces).size).toBe(200);
    expect(nonces.every((nonce) => (nonce?.length ?? 0) >= 20)).toBe(true);
  });
  it("refuses a query it would sign wrongly", async () => {
    const signer = createTbaSigner(published);
    await expect(signer.authorize({ method: "POST", url: `${url}&x=a%3Db` })).rejects.toThrow(TypeError);
    await expect(signer.authorize({ method: "POST", url: `${url}&script=7` })).rejects.toThrow(TypeError);
  });
  it("spells a sandbox account as realm and as host", () => {
    expect(accountRealm("1234567-sb1")).toBe("1234567_SB1");
    expect(accountHostLabel("1234567_SB1")).toBe("1234567-sb1");
  });
});
