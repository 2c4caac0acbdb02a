import { expect, test } from "vitest";
import type { ChangeView } from "@/lib/contract/actions/action-view";
import { changeText } from "./change-text";

const change = (parts: Partial<ChangeView>): ChangeView => ({
  field: "adjustqtyby",
  label: "adjust quantity by",
  kind: "quantity",
  from: "362",
  proposed_live: "362",
  to: "1",
  delta: null,
  delta_percent: null,
  is_difference: true,
  said: true,
  leaves: "363",
  ...parts,
});

test("an adjustment reads as its sign and what it leaves on hand", () => {
  expect(changeText(change({}), "USD")).toEqual({
    from: null,
    to: "+1, leaves 363",
    parts: ["+1", ", leaves 363"],
  });
  expect(changeText(change({ to: "-1500", leaves: "-1138" }), "USD").to).toBe("−1,500, leaves −1,138");
  expect(changeText(change({ leaves: null }), "USD").to).toBe("+1");
});

test("a price reads as the old one and the new one", () => {
  const price = change({
    kind: "money",
    from: "1.42",
    proposed_live: "1.42",
    to: "1.48",
    delta: "0.06",
    is_difference: false,
  });
  expect(changeText(price, "USD")).toMatchObject({ from: "$1.42", to: "$1.48" });
});
