/** The settings of an Inngest at an address where nothing answers. */
export const silentEngine = {
  baseUrl: "http://127.0.0.1:9",
  signingKey: "signkey-test-00",
  dashboardUrl: undefined,
  isConfigured: true,
};
