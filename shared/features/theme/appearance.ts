// Appearance options, and which theme values may reach a style sheet. Free of dependencies: the first frame needs it.

/** Accent colors, defined in renderer/styles/accents.css. */
export const accents = ['teal', 'blue', 'violet', 'plum', 'green', 'graphite'] as const;

export const densities = ['comfortable', 'compact'] as const;

/** Font sizes of text and code in pixels, before zoom; in steps of half a pixel. */
export const letterSizes = {
  textSize: { from: 12, to: 22, usual: 15 },
  codeSize: { from: 10, to: 20, usual: 12.5 },
} as const;

/**
 * Accepts custom property values that are safe on an element: colors and lengths, nothing that loads or refers to
 * something.
 */
export function isThemeValue(name: string, value: unknown): value is string {
  const isPlain = typeof value === 'string' && /^[\w.,%#()/ +-]{1,200}$/.test(value);
  return isPlain && /^--[a-z0-9-]{1,40}$/.test(name) && !/url|var|env|attr|image|expression/i.test(value);
}
