import { buildApp } from "./local/build-app";

/** Builds the app where its sources changed since the last build. */
console.log(buildApp() ? "The app was built." : "The app is built already.");
