// Finds a browser for the end-to-end tests: the one that the user names, the headless Chromium from the npm registry,
// one on the system, or Playwright's own. Tries each by actually starting it. Installs nothing.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runToEnd } from './child.mjs';

/** @typedef {import('./browser.d.mts').FoundBrowser} FoundBrowser */

const launchLimitMs = 30_000;

/** Disables what tests do not need: graphics card, UDP, background network traffic. */
const quietArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const defaultPlaces = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder
      ? [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]
      : [],
  ),
};

/** @type {typeof import('./browser.d.mts').findBrowser} */
export async function findBrowser(root, { only } = {}) {
  /** @type {string[]} */
  const tried = [];
  for (const candidate of candidates(root)) {
    if (only && candidate.name !== only) continue;
    const made = await candidate.make();
    if (!made) continue;
    // The registry's Chromium runs without its sandbox; as root, no browser starts with one.
    for (const chromiumSandbox of isRoot() || candidate.name === 'registry' ? [false] : [true, false]) {
      /** @type {FoundBrowser} */
      const browser = { name: candidate.name, ...made, chromiumSandbox };
      const problem = await problemWith(browser);
      if (problem === null) return { browser, tried };
      tried.push(`${candidate.name} (${made.executablePath}): ${problem}`);
    }
  }
  return { browser: null, tried };
}

/**
 * @param {string} root
 * @returns {{name: FoundBrowser['name'], make: () => Promise<Pick<FoundBrowser, 'executablePath' | 'args' | 'env'> | null>}[]}
 */
function candidates(root) {
  const at = (/** @type {string | undefined} */ path) => async () =>
    path && existsSync(path) ? { executablePath: path, args: quietArgs, env: {} } : null;
  return [
    { name: 'CHROME_PATH', make: at(process.env.CHROME_PATH) },
    // A headless build needs half the CPU time of a full browser, and is the same version everywhere.
    { name: 'registry', make: () => unpackRegistryChromium(root) },
    ...(defaultPlaces[process.platform] ?? []).map((path) => ({
      name: /** @type {const} */ ('system'),
      make: at(path),
    })),
    { name: 'playwright', make: async () => at((await playwright()).executablePath())() },
  ];
}

/**
 * @param {FoundBrowser} browser
 * @returns {Promise<string | null>}
 */
async function problemWith({ executablePath, args, env, chromiumSandbox }) {
  try {
    const browser = await (await playwright()).launch({
      executablePath,
      args,
      env: { ...definedEnvironment(), ...env },
      chromiumSandbox,
      timeout: launchLimitMs,
    });
    try {
      const page = await browser.newPage();
      await page.setContent('<span>ready</span>');
      const box = await page.locator('span').boundingBox();
      if (!box?.width) return 'it shows no text: it has no fonts';
    } finally {
      await browser.close();
    }
    return null;
  } catch (thrown) {
    return String(thrown instanceof Error ? thrown.message : thrown).split('\n')[0] ?? 'unknown';
  }
}

async function playwright() {
  return (await import('playwright')).chromium;
}

function definedEnvironment() {
  /** @type {Record<string, string>} */
  const defined = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) defined[name] = value;
  return defined;
}

/**
 * The package unpacks itself into the temporary folder; a private one makes that atomic.
 * @param {string} root
 */
async function unpackRegistryChromium(root) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const entry = registryChromium(root);
  if (!entry) return null;
  const folder = join(root, 'node_modules', '.cache', 'throughline', `chromium-${entry.version}`);
  if (!existsSync(folder)) {
    const unpacking = `${folder}.${process.pid}.tmp`;
    mkdirSync(unpacking, { recursive: true });
    const script = `
      import { inflate } from ${JSON.stringify(entry.url)};
      const bin = ${JSON.stringify(entry.bin)};
      await Promise.all(['chromium', 'fonts.tar', 'al2023.tar'].map((name) => inflate(bin + '/' + name + '.br')));`;
    const { code } = await runToEnd(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      env: { ...process.env, TMPDIR: unpacking },
    });
    if (code === 0) {
      writeFileSync(join(unpacking, 'fonts.conf'), fontConfiguration(join(folder, 'fonts')));
      renameSync(unpacking, folder);
    } else rmSync(unpacking, { recursive: true, force: true });
  }
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) return null;
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const env = { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  // A full browser isolates origins in separate processes; this one needs a flag.
  return { executablePath, args: [...quietArgs, '--site-per-process'], env };
}

/**
 * The bundled fonts and the system's. The package's own file lists only places of a cloud function; without any font
 * the browser crashes at the first letter.
 * @param {string} fonts
 */
function fontConfiguration(fonts) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${xml(fonts)}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${xml(join(fonts, '..', 'font-cache'))}</cachedir>
</fontconfig>
`;
}

/** @param {string} text */
function xml(text) {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * @param {string} root
 * @returns {{version: string, url: string, bin: string} | null}
 */
function registryChromium(root) {
  try {
    const require = createRequire(join(root, 'package.json'));
    const entry = require.resolve('@sparticuz/chromium');
    const folder = entry.slice(0, entry.lastIndexOf('chromium') + 'chromium'.length);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { version, url: '@sparticuz/chromium', bin: join(folder, 'bin') };
  } catch {
    return null;
  }
}

function isRoot() {
  return process.getuid?.() === 0;
}
