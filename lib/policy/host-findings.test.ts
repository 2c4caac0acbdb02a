import { expect, test } from "vitest";
import { DEFAULT_POLICY_TEXT } from "./default-policy.cedar";
import { validatePolicyText } from "./parse-policy";

const rule = (condition: string) =>
  `@id("hosts") permit (principal is Countersign::Agent, action == Countersign::Action::"call", resource) when { ${condition} };`;

test.each([
  ['resource.host == "a.example:8443"', "a.example:8443"],
  ['"a.example:8443" == resource.host', "a.example:8443"],
  ['resource.host != "a.example:8443"', "a.example:8443"],
  ['resource.host like "*.example:44*"', "*.example:44*"],
  ['["b.example", "a.example:8443"].contains(resource.host)', "a.example:8443"],
  ['resource.port == 443 && !(resource.host == "[::1]:443")', "[::1]:443"],
])(
  "a host that is compared with a port is refused, and what would be right is named: %s",
  (condition, text) => {
    expect(validatePolicyText(rule(condition))).toEqual([
      {
        path: "hosts",
        message: `resource.host holds no port, and "${text}" names one: compare resource.port with it.`,
      },
    ]);
  },
);

test("a host without one, and the shipped text, are not", () => {
  expect(
    validatePolicyText(
      rule('(resource.host == "a.example" || resource.host == "[2001:db8::1]") && resource.path like "/a:1"'),
    ),
  ).toEqual([]);
  expect(validatePolicyText(DEFAULT_POLICY_TEXT)).toEqual([]);
});
