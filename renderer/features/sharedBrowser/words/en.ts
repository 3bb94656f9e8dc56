// English strings for the shared browser.

export const catalog = {
  intro:
    'A browser that you and the model use together. It has a profile of its own, and the model opens only sites that you allow.',
  use: 'Browser',
  off: 'Off',
  automatic: (name: string) => `The installed one (${name})`,
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
  siteHint: 'Such as http://localhost:5173',
  siteBad: 'Enter an address that starts with http:// or https://.',
  add: 'Allow',
  remove: 'Remove',
  removeLabel: (site: string) => `Remove ${site}`,
};
