/** Addresses in the dashboard of an Inngest that is not ours: the cloud's, or the page that a self-hosted one serves. */

const cloudUrl = "https://app.inngest.com/env/production";

/** Where people look at runs; `dashboardUrl` is what the environment says, `baseUrl` a self-hosted Inngest's own address. */
export function dashboardOf(settings: {
  dashboardUrl: string | undefined;
  baseUrl: string | undefined;
}): string {
  return (settings.dashboardUrl ?? settings.baseUrl ?? cloudUrl).replace(/\/+$/, "");
}

/** The list, narrowed to runs whose event carries one of these fields; without any, the whole list. */
export function dashboardRunsUrl(
  dashboard: string,
  fields: readonly [name: string, value: number][],
): string {
  if (fields.length === 0) return `${dashboard}/runs`;
  const search = fields.map(([name, value]) => `event.data.${name} == ${value}`).join(" || ");
  return `${dashboard}/runs?${new URLSearchParams({ search }).toString()}`;
}

/** The cloud's pages stand under an environment and have a path for each run; a self-hosted one's take it as a query. */
export function dashboardRunUrl(dashboard: string, runId: string): string {
  return /\/env\/[^/]+$/.test(dashboard) ? `${dashboard}/runs/${runId}` : `${dashboard}/run?runID=${runId}`;
}
