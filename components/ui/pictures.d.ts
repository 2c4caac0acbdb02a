// The type of an imported SVG file. Next.js writes it too, but only with the first build.
/// <reference types="next/image-types/global" />
