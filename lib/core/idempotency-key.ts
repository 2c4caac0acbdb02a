/**
 * The key under which NetSuite's own ledger knows a write. It holds the action id: a key made of target and values
 * alone would swallow a lawful A→B→A.
 */
export function actionKey(tenantId: number, actionId: number): string {
  return `cs-${tenantId}-${actionId}`;
}
