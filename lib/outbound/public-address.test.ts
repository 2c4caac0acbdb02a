import { expect, test } from "vitest";
import { isPublicAddress, isSameAddress } from "./public-address";

test.each(["1.1.1.1", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001:82b::200e", "::ffff:1.1.1.1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each(
  [
    // This machine and this network.
    ["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "::", "::1", "255.255.255.255"],
    // Private, shared and local.
    ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.100.100.200"],
    ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1"],
    // Public IPv4 and private IPv4 in IPv6's clothes.
    ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:0:7f00:1", "::127.0.0.1", "::7f00:1"],
    ["64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001::1"],
    // Reserved, for documents, for tests, for groups.
    ["192.0.0.8", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1"],
    ["224.0.0.1", "ff02::1", "100::1", "100:0:0:1::1", "2001:db8::1", "3fff::1", "5f00::1", "4000::1"],
    // The wire server of a cloud.
    ["168.63.129.16", "::ffff:168.63.129.16"],
    // No address.
    ["", "example.com", "127.1", "2130706433", "1.1.1.1/0", "2606:4700::1111%eth0", " 1.1.1.1"],
  ].flat(),
)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("an address is the same in each of its spellings, and nothing is the same as no address", () => {
  expect(isSameAddress("::ffff:127.0.0.1", "127.0.0.1")).toBe(true);
  expect(isSameAddress("2606:4700:0:0::1111", "2606:4700::1111")).toBe(true);
  expect(isSameAddress("1.1.1.1", "1.1.1.2")).toBe(false);
  expect(isSameAddress("", "")).toBe(false);
  expect(isSameAddress("localhost", "localhost")).toBe(false);
});
