import { expect, test } from "vitest";
import { isNetSuiteHost } from "./hosts";

const ours = "1234567.restlets.api.netsuite.com";
const simulator = "127.0.0.1:3400";

test.each([
  "https://1234567.restlets.api.netsuite.com/app",
  "https://1234567-sb1.suitetalk.api.netsuite.com",
  "https://1234567.app.netsuite.com",
  "https://1234567.extforms.netsuite.com",
  "https://1234567.shop.netsuite.com",
  "https://1234567.secure.netsuite.com",
  "https://checkout.eu1.netsuite.com",
  "https://system.na1.NetSuite.com:8443",
  "https://netsuite.com.",
  "https://store.production.netsuitestaging.com",
  "https://NetSuiteStaging.com./x",
])("%s is NetSuite's", (url) => expect(isNetSuiteHost(new URL(url), simulator)).toBe(true));

test.each([
  "http://127.0.0.1:3400/app/site/hosting/restlet.nl",
  "http://localhost:3400/",
  "http://127.0.0.2:3400/",
  "http://[::1]:3400/",
])("%s is the host to which our writes go", (url) => {
  expect(isNetSuiteHost(new URL(url), simulator)).toBe(true);
  expect(isNetSuiteHost(new URL(url), ours)).toBe(false);
});

test.each([
  "https://api.example.com",
  "https://netsuite.example.com",
  "https://mynetsuite.com",
  "https://netsuite.com.example.org",
  "https://127.0.0.1:3401",
])("%s is somebody else's", (url) => expect(isNetSuiteHost(new URL(url), simulator)).toBe(false));
