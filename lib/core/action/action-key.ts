/**
 * The key of a write in NetSuite's own ledger record. It contains the action id: a key of target and values alone would
 * swallow a legitimate A→B→A. A line that its action lists adds its number.
 */
export function actionKey(tenantId: number, actionId: number, listedLineNo: number | null = null): string {
  const key = `cs-${tenantId}-${actionId}`;
  return listedLineNo === null ? key : `${key}-${listedLineNo}`;
}

/** The action id in a key. @throws Error for text that is not an action key. */
export function actionIdOfKey(key: string): number {
  const match = /^cs-\d+-(\d+)(?:-\d+)?$/.exec(key);
  if (!match) throw new Error(`${key} is not an action key`);
  return Number(match[1]);
}
