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

/** The list of runs. Its search by event fields finds no event with an id of its own, and all of ours have one. */
export function dashboardRunsUrl(dashboard: string): string {
  return `${dashboard}/runs`;
}

/** Inngest Cloud has a path for each run under an environment; a self-hosted dashboard takes the run as a query. */
export function dashboardRunUrl(dashboard: string, runId: string): string {
  return /\/env\/[^/]+$/.test(dashboard) ? `${dashboard}/runs/${runId}` : `${dashboard}/run?runID=${runId}`;
}
