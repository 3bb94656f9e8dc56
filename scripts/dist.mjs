// `npm run dist`: packages the app for this system if Electron's runtime is available; otherwise says why not.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';
import { runInPlace } from './child.mjs';
import { desktopRuntime } from './desktopRuntime.mjs';
import { runScript, Stop, say } from './say.mjs';
import { ensureInstalled } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await runScript(async () => {
  const node = await ensureInstalled(root, say);
  // Packaging needs the runtime, but neither a display nor a user.
  const runtime = await desktopRuntime({ root, node, say, needsDisplay: false });
  if (!('path' in runtime)) throw new Stop(`${runtime.reason}, so the app cannot be packaged.`);
  await ensureBuilt(root, node, say);
  const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const { code } = await runInPlace(node, [cli, '--config', 'electron-builder.yml', ...process.argv.slice(2)], {
    cwd: root,
  });
  return code;
});
