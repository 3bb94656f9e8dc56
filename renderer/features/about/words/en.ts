// English strings of the page “About”.

export const catalog = {
  version: (version: string) => `Throughline ${version}`,
  license: 'Throughline is free software under the Apache License 2.0.',
  licenses: 'Licenses',
  intro:
    'Throughline contains the work of many others. Electron and Chromium also ship their own notices next to the app.',
  find: 'Find a package or license',
  none: 'No package matches.',
  reading: 'Reading the licenses…',
  failed: 'The licenses could not be read. They are also in the file THIRD-PARTY-NOTICES.txt of the package.',
  source: (address: string) => `Source: ${address}`,
};
