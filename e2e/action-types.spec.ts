import { ACTION_TYPES } from "@/lib/action-types/registry";
import { approveByItsGesture } from "./support/screen/gestures";
import { expectApplied, expectShownAsApplied } from "./support/screen/screen";
import { expect, test } from "./support/test";
import { proposeWorkedPath } from "./support/proposals/worked-paths";

for (const actionType of ACTION_TYPES) {
  test(`${actionType} goes from proposed to applied and verified on the page`, async ({ page }) => {
    const proposed = await proposeWorkedPath(actionType);
    await approveByItsGesture(page, proposed);
    const applied = await expectApplied(proposed.id);
    expect(applied.action_type).toBe(actionType);
    // A roll is read back line by line, which its verification sums up.
    if (applied.line_count === null) expect(applied.readback?.every(({ matches }) => matches)).toBe(true);
    await expectShownAsApplied(page, proposed);
  });
}
