import { ApiError } from "../errors.js";

/**
 * The view where the refusal of a cancellation says that it had been done: the answer to the first request was lost.
 * @throws the refusal, where it was not.
 */
export async function cancelledBefore<View>(
  refusal: unknown,
  read: () => Promise<View>,
  isCancelled: (view: View) => boolean,
): Promise<View> {
  const mayBe = refusal instanceof ApiError && ["nothing_to_do", "run_is_over"].includes(refusal.code);
  if (!mayBe) throw refusal;
  const view = await read();
  if (!isCancelled(view)) throw refusal;
  return view;
}
