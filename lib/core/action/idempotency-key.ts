/**
 * The key of a write in NetSuite's own ledger record. It contains the action id: a key of target and values alone would
 * swallow a legitimate A→B→A. Each line of a roll is a separate write; line 0 is an action without lines.
 */
export function actionKey(tenantId: number, actionId: number, lineNo = 0): string {
  const key = `cs-${tenantId}-${actionId}`;
  return lineNo === 0 ? key : `${key}-${lineNo}`;
}

/** The action id in a key. @throws Error for text that is not an action key. */
export function actionIdOfKey(key: string): number {
  const match = /^cs-\d+-(\d+)(?:-\d+)?$/.exec(key);
  if (!match) throw new Error(`${key} is not an action key`);
  return Number(match[1]);
}
