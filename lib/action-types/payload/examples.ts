import type { PinnedRecord, ProposalPayload } from "@/lib/core/payload/payload";
import { type ActionType, DEFINITIONS } from "@/lib/action-types/registry";

/** The definitions' examples as proposals, for tests, the demo and the browser's paths. */

export const EXAMPLE_PAYLOADS = Object.fromEntries(
  DEFINITIONS.map(({ type, example: { record: _record, reason: _reason, ...proposal } }) => [
    type,
    { action_type: type, ...proposal },
  ]),
) as Record<ActionType, ProposalPayload>;

/** The record and ids that each example's names lead to, of the types that write to NetSuite. */
export const EXAMPLE_RECORDS = Object.fromEntries(
  DEFINITIONS.flatMap(({ type, example: { record } }) => (record ? [[type, record]] : [])),
) as Record<ActionType, PinnedRecord>;
