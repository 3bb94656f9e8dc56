// Starts the shared browser in a process of its own, to be killed.

import { launchBrowser } from '../../electron/features/sharedBrowser/launch.ts';

const [program = '', profile = ''] = process.argv.slice(2);
const launched = await launchBrowser({ program, profile, headless: true, env: { PATH: process.env.PATH ?? '' } });
process.stdout.write(launched.ok ? 'started\n' : `${launched.error.message}\n`);
setInterval(() => {}, 60_000);
