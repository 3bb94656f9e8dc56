// The version of the app, from the one place that names it.

import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
