import type { MetadataRoute } from "next";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Countersign",
    short_name: "Countersign",
    description: "Approve or reject what AI agents want to write to NetSuite.",
    start_url: "/proposed-actions",
    scope: "/",
    display: "standalone",
    background_color: "#131311",
    theme_color: "#131311",
    icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}
