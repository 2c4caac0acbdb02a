/** The agent as which a workflow's runs propose. */
export const agentNameOf = (workflow: string): string => `workflow-${workflow}`;
