// The app version, from the one place that defines it.

import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
