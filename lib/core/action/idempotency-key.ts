/**
 * The key under which NetSuite's own ledger knows a write. It holds the action id: a key made of target and values
 * alone would swallow a lawful A→B→A. Each line of a roll is a write of its own; line 0 is an action without lines.
 */
export function actionKey(tenantId: number, actionId: number, lineNo = 0): string {
  const key = `cs-${tenantId}-${actionId}`;
  return lineNo === 0 ? key : `${key}-${lineNo}`;
}

/** The action that a key names. @throws where it is no key of ours. */
export function actionIdOfKey(key: string): number {
  const match = /^cs-\d+-(\d+)(?:-\d+)?$/.exec(key);
  if (!match) throw new Error(`${key} is no action key`);
  return Number(match[1]);
}
