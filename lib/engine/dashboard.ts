/** Addresses in an external Inngest's dashboard: Inngest Cloud's, or the page that a self-hosted server provides. */

const cloudUrl = "https://app.inngest.com/env/production";

/**
 * The dashboard's address: `dashboardUrl` from the environment, else a self-hosted Inngest's `baseUrl`, else the cloud.
 */
export function dashboardOf(settings: {
  dashboardUrl: string | undefined;
  baseUrl: string | undefined;
}): string {
  return (settings.dashboardUrl ?? settings.baseUrl ?? cloudUrl).replace(/\/+$/, "");
}

/** The list of runs whose event has one of these fields; the whole list if no field is given. */
export function dashboardRunsUrl(
  dashboard: string,
  fields: readonly [name: string, value: number][],
): string {
  if (fields.length === 0) return `${dashboard}/runs`;
  const search = fields.map(([name, value]) => `event.data.${name} == ${value}`).join(" || ");
  return `${dashboard}/runs?${new URLSearchParams({ search }).toString()}`;
}

/** Inngest Cloud has a path for each run under an environment; a self-hosted dashboard takes the run as a query. */
export function dashboardRunUrl(dashboard: string, runId: string): string {
  return /\/env\/[^/]+$/.test(dashboard) ? `${dashboard}/runs/${runId}` : `${dashboard}/run?runID=${runId}`;
}
