/** The page's address and heading, for administrators and for everybody else. */
export const START_PATH = "/agents/start";
export const START_TITLE = "Connect an agent";
export const START_TEXT =
  "From a name to the first proposal: a key, a few lines, and a look at what arrives.";
