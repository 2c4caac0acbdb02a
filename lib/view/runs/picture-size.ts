/** A step in the picture of a run, in pixels. Apart from the layout, whose code stays on the server. */
export const NODE_WIDTH = 176;
export const NODE_HEIGHT = 50;
