// Starts the shared browser in a process of its own, to be killed.

import { launchBrowser } from '../../electron/features/sharedBrowser/launch.ts';

const [program = '', profile = ''] = process.argv.slice(2);
// Nothing listens at this proxy, and no page opens.
const [proxy, env] = ['socks5://127.0.0.1:9', { PATH: process.env.PATH ?? '' }];
const launched = await launchBrowser({ program, profile, headless: true, env, proxy });
process.stdout.write(launched.ok ? 'started\n' : `${launched.error.message}\n`);
setInterval(() => {}, 60_000);
