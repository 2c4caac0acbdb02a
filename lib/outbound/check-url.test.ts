import { describe, expect, test } from "vitest";
import { type UrlRule, type UrlRules, checkUrl } from "./check-url";

const rules: UrlRules = {
  ownUrls: ["https://countersign.acme.com", "http://localhost:3000"],
  openAddresses: [
    { host: "127.0.0.1", port: 9000 },
    { host: "localhost", port: 9001 },
    { host: "localhost", port: 3000 },
    { host: "[::1]", port: 443 },
  ],
};

const hostile: [url: string, rule: UrlRule][] = [
  // IP addresses in all spellings that a URL parser understands.
  ["https://127.0.0.1/", "literal"],
  ["https://127.0.0.1:8443/", "literal"],
  ["http://127.0.0.1/", "literal"],
  ["https://127.1/", "literal"],
  ["https://127.0.1/", "literal"],
  ["https://2130706433/", "literal"],
  ["https://0x7f.1/", "literal"],
  ["https://0x7f000001/", "literal"],
  ["https://0X7F.0x0.0x0.0x1/", "literal"],
  ["https://017700000001/", "literal"],
  ["https://0177.0.0.1/", "literal"],
  ["https://127.0.0.1./", "literal"],
  ["https://2130706433./", "literal"],
  ["https://0/", "literal"],
  ["https://0.0.0.0/", "literal"],
  ["https://10.0.0.1/", "literal"],
  ["https://169.254.169.254/latest/meta-data/", "literal"],
  ["https://192.168.1.1/", "literal"],
  ["https://93.184.215.14/", "literal"],
  ["https://[::1]:8443/", "literal"],
  ["https://[::]/", "literal"],
  ["https://[::ffff:127.0.0.1]/", "literal"],
  ["https://[::ffff:7f00:1]/", "literal"],
  ["https://[0:0:0:0:0:ffff:127.0.0.1]/", "literal"],
  ["https://[::127.0.0.1]/", "literal"],
  ["https://[64:ff9b::7f00:1]/", "literal"],
  ["https://[2002:7f00:1::]/", "literal"],
  ["https://[fe80::1]/", "literal"],
  ["https://[fd00:ec2::254]/", "literal"],
  ["https://[2606:4700::1111]/", "literal"],
  ["https://[fe80::1%25eth0]/", "url_characters"],
  ["https://256.256.256.256/", "url_malformed"],
  ["https://1.2.3.4.5/", "url_malformed"],
  ["https://0x7f.0.0.0x100/", "url_malformed"],
  ["https://foo.0x7f/", "url_malformed"],
  // Characters that the URL parser drops or rewrites.
  ["https://１２７.0.0.1/", "url_characters"],
  ["https://①②⑦.0.0.1/", "url_characters"],
  ["https://127。0。0。1/", "url_characters"],
  ["https://ⓛocalhost/", "url_characters"],
  ["https://bücher.example.com/", "url_characters"],
  ["https://example.com\u00ad.internal/", "url_characters"],
  ["https://%31%32%37.0.0.1/", "url_characters"],
  ["https://exa%6dple.com/", "url_characters"],
  ["https://example.com%00.internal/", "url_characters"],
  ["https://127.0.\n0.1/", "url_characters"],
  ["https://exam\tple.com/", "url_characters"],
  [" https://example.com/", "url_characters"],
  ["https://example.com/ HTTP/1.1", "url_characters"],
  ["https://example.com/\r\nHost: internal", "url_characters"],
  ["https://example.com/\u0000", "url_characters"],
  ["https:\\\\example.com/", "url_characters"],
  ["https://example.com\\@127.0.0.1/", "url_characters"],
  // Credentials, fragments, forms that only the parser mends.
  ["https://user@example.com/", "credentials"],
  ["https://user:secret@example.com/", "credentials"],
  ["https://:@example.com/", "credentials"],
  ["https://@example.com/", "credentials"],
  ["https://example.com@127.0.0.1/", "credentials"],
  ["https://example.com:443@127.0.0.1:8443/", "credentials"],
  ["https://example.com/#", "fragment"],
  ["https://example.com/a#b", "fragment"],
  ["https://example.com#@127.0.0.1/", "fragment"],
  ["https:example.com", "url_malformed"],
  ["https:/example.com/", "url_malformed"],
  ["https:///example.com/", "url_malformed"],
  ["https://", "url_malformed"],
  ["https://?x", "url_malformed"],
  ["https://:443/", "url_malformed"],
  ["https://example.com:99999/", "url_malformed"],
  ["https://example.com:-1/", "url_malformed"],
  ["https://example.com:443:443/", "url_malformed"],
  ["https://[::1/", "url_malformed"],
  ["https://exa<mple.com/", "url_malformed"],
  [`https://example.com/${"a".repeat(2_048)}`, "url_too_long"],
  // Other schemes.
  ["", "url_characters"],
  ["http://example.com/", "not_https"],
  ["http://example.com:443/", "not_https"],
  ["http://example.com:8443/", "not_https"],
  ["HTTP://EXAMPLE.COM/", "not_https"],
  ["ftp://example.com/", "not_https"],
  ["file:///etc/passwd", "not_https"],
  ["gopher://127.0.0.1:25/", "not_https"],
  ["data:text/plain,x", "not_https"],
  ["javascript:alert(1)", "not_https"],
  ["unix:/var/run/docker.sock", "not_https"],
  ["//example.com/", "not_https"],
  ["example.com", "not_https"],
  ["httpss://example.com/", "not_https"],
  // Ports.
  ["https://example.com:80/", "port"],
  ["https://example.com:22/", "port"],
  ["https://example.com:0/", "port"],
  ["https://example.com:8444/", "port"],
  ["https://example.com:9000/", "port"],
  // Names that lead inside, or to us.
  ["https://localhost/", "own_host"],
  ["https://localhost:8443/", "own_host"],
  ["https://LOCALHOST./", "own_host"],
  ["http://localhost:3000/", "own_host"],
  ["https://countersign.acme.com/api/v1/proposals", "own_host"],
  ["https://COUNTERSIGN.acme.com:8443/", "own_host"],
  ["https://countersign.acme.com./", "own_host"],
  ["https://example.com./", "trailing_dot"],
  ["https://example.com../", "trailing_dot"],
  ["https://intranet/", "name_not_public"],
  ["https://kubernetes.default.svc.cluster.local/", "name_not_public"],
  ["https://metadata.google.internal/computeMetadata/v1/", "name_not_public"],
  ["https://a.localhost/", "name_not_public"],
  ["https://printer.local/", "name_not_public"],
  ["https://nas.home.arpa/", "name_not_public"],
  ["https://1.0.0.127.in-addr.arpa/", "name_not_public"],
  ["https://abcdefgh.onion/", "name_not_public"],
  ["https://a..example.com/", "name_not_public"],
  ["https://.example.com/", "name_not_public"],
  ["https://-a.example.com/", "name_not_public"],
  ["https://a*.example.com/", "name_not_public"],
  [`https://${"a".repeat(64)}.example.com/`, "name_not_public"],
  [`https://${"a.".repeat(130)}com/`, "name_not_public"],
  // Neighbours of open addresses.
  ["http://127.0.0.1:9001/", "literal"],
  ["http://localhost:9000/", "own_host"],
  ["http://127.0.0.2:9000/", "literal"],
  ["http://127.0.0.1.nip.io:9000/", "not_https"],
  ["https://[::1]:444/", "literal"],
];

test("the table is long enough", () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
});

test.each(hostile)("%j is refused", (url, rule) => {
  expect(checkUrl(url, rules)).toEqual({ ok: false, rule });
});

describe("an address is called as it is written", () => {
  test.each([
    ["https://hooks.example.com/a?b=c", "hooks.example.com", 443],
    ["https://hooks.example.com:443/", "hooks.example.com", 443],
    ["https://hooks.example.com:8443", "hooks.example.com", 8_443],
    ["HTTPS://Hooks.Example.COM/", "hooks.example.com", 443],
    ["https://xn--bcher-kva.example.com/", "xn--bcher-kva.example.com", 443],
    ["https://a_b.example.co/%2e%2e/user@x:y", "a_b.example.co", 443],
    ["https://127.0.0.1.nip.io/", "127.0.0.1.nip.io", 443],
    ["https://countersign.acme.com.example.org/", "countersign.acme.com.example.org", 443],
  ])("%s", (url, host, port) => {
    expect(checkUrl(url, rules)).toMatchObject({
      ok: true,
      endpoint: { host, port, secure: true, isOpen: false },
    });
  });
});

describe("OUTBOUND_ALLOW opens one host at one port", () => {
  test.each([
    ["http://127.0.0.1:9000/hook", "127.0.0.1", false],
    ["https://127.0.0.1:9000/hook", "127.0.0.1", true],
    ["http://localhost:9001/", "localhost", false],
    ["https://[::1]/", "::1", true],
  ])("%s", (url, host, secure) => {
    expect(checkUrl(url, rules)).toMatchObject({ ok: true, endpoint: { host, secure, isOpen: true } });
  });
  test("but never the address at which people open the app", () => {
    expect(checkUrl("http://localhost:3000/", rules)).toEqual({ ok: false, rule: "own_host" });
  });
  test("and credentials are refused there too", () => {
    expect(checkUrl("http://a:b@127.0.0.1:9000/", rules)).toEqual({ ok: false, rule: "credentials" });
  });
});
