// Publishes a release for the app's own updates:
//
//     node scripts/publishUpdate.ts key FILE
//         makes a key pair: the private key in FILE, the public one, for THROUGHLINE_UPDATE_KEY, on standard output
//     THROUGHLINE_UPDATE_PRIVATE_KEY="$(cat FILE)" node scripts/publishUpdate.ts publish --version V --from dist --to FOLDER
//             [--notes FILE] [--staging PERCENT] [--withdraw]
//         signs a manifest per system and processor, and publishes into the folder that the update server serves
//
// The files are complete before a manifest names them, and a manifest is replaced in one step, so a reader sees the old
// release or the new one. A published file never changes. --withdraw: allows a lower version than the published one.

import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { publicKeyOf, publishRelease } from './publishUpdate/publishRelease.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'string' },
    from: { type: 'string', default: 'dist' },
    to: { type: 'string' },
    notes: { type: 'string' },
    staging: { type: 'string' },
    withdraw: { type: 'boolean', default: false },
  },
});

function run(): void {
  const [action, file] = positionals;
  if (action === 'key' && file) {
    makeKey(file);
    return;
  }
  const { version, from, to, notes, staging, withdraw } = values;
  if (action !== 'publish' || !version || !to) throw new Error('Use: key FILE, or publish --version V --to FOLDER');
  const published = publishRelease({
    ...{ version, from, to, withdraw, privateKey: readPrivateKey(), now: new Date() },
    notes: notes === undefined ? '' : readFileSync(notes, 'utf8'),
    stagingPercentage: staging === undefined ? null : Number(staging),
  });
  for (const { manifest, files } of published) process.stdout.write(`${manifest}: ${files.join(', ')}\n`);
}

function makeKey(file: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  // Never overwrites a key.
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${publicKeyOf(privateKey)}\n`);
}

function readPrivateKey(): KeyObject {
  const text = process.env.THROUGHLINE_UPDATE_PRIVATE_KEY ?? '';
  if (text === '') throw new Error('THROUGHLINE_UPDATE_PRIVATE_KEY is not set. Nothing was published.');
  return createPrivateKey(text);
}

try {
  run();
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
