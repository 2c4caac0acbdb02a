// What `import sprite from "./icons.svg"` gives, also where nothing was built yet.
/// <reference types="next/image-types/global" />
