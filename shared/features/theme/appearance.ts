// How the window may look: what the settings offer, and what of a theme may reach a style sheet. Pure, and without packages:
// the first frame needs it.

/** What stands out, by the name of its colour. Each is defined in renderer/styles/accents.css. */
export const accents = ['teal', 'blue', 'violet', 'plum', 'green', 'graphite'] as const;

export const densities = ['comfortable', 'compact'] as const;

/** Pixels of the letters before the zoom, in halves: what is read, and code. */
export const letterSizes = {
  textSize: { from: 12, to: 22, usual: 15 },
  codeSize: { from: 10, to: 20, usual: 12.5 },
} as const;

/** Whether this may be written on an element as a property of its own: colours and lengths, and nothing that loads or refers. */
export function isThemeValue(name: string, value: unknown): value is string {
  const isPlain = typeof value === 'string' && /^[\w.,%#()/ +-]{1,200}$/.test(value);
  return isPlain && /^--[a-z0-9-]{1,40}$/.test(name) && !/url|var|env|attr|image|expression/i.test(value);
}
