/** A step in the picture of a run, in pixels. Two stand beside each other on a phone. Apart from the layout, whose code stays on the server. */
export const NODE_WIDTH = 152;
export const NODE_HEIGHT = 50;
