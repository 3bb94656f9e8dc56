/** Pixels of rows before the end of what is loaded in which more is loaded, and which are therefore kept. */
export const near = 1600;
