// English strings for the shared browser.

export const catalog = {
  intro:
    'A browser that you and the model use together. It has a profile of its own, and the model opens only sites that you allow.',
  use: 'Browser',
  off: 'Off',
  none: 'No Chrome, Chromium, Edge or Brave was found on this machine.',
  useHint: 'Nothing is downloaded. Turning it on is confirmed outside of this window.',
  other: 'Another one…',
  program: 'Program',
  programHint: 'The absolute path of a browser based on Chromium.',
  save: 'Use it',
  headless: 'Without a window',
  headlessHint: 'For machines without a display. You then see only the screenshots.',
  open: 'It is open.',
  close: 'Close it',
  profile: (folder: string) => `Its profile is in ${folder}. Delete this folder to sign out everywhere.`,
  sites: 'Allowed sites',
  sitesHint: 'You are asked about every other site, whatever the approval mode is.',
  noSites: 'No sites yet.',
  site: 'Site',
  siteHint: 'Such as http://localhost:5173, or https://*.example.com for every subdomain',
  wildcardHint: (site: string) =>
    `Allows every subdomain, at any depth: ${site}. Private addresses stay blocked. Add the domain itself separately.`,
  siteBad: 'Enter an address that starts with http:// or https://.',
  add: 'Allow',
  remove: 'Remove',
  removeLabel: (site: string) => `Remove ${site}`,
  point: {
    title: 'Point at an element',
    body: 'The screenshot shows the page at the time of the call. The page may have changed since.',
    picture: 'Screenshot of the page',
    keys: 'Click an element. Or focus the picture, move with the arrow keys (Shift: more precisely) and press Enter.',
    none: 'Nothing is selected yet.',
    place: 'this place',
    element: (role: string, name: string) => (name === '' ? role : `${role} “${name}”`),
    comment: 'Comment',
    add: 'Add to message',
    about: (element: string, url: string, selector: string, comment: string) =>
      `About ${element} on ${url}${selector === '' ? '' : ` (${selector})`}:${comment === '' ? '' : ` ${comment}`}`,
  },
};
