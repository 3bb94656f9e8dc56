// Steps of the release workflow (.github/workflows/release.yml), which also run locally:
//
//     node scripts/release.ts check-tag v0.1.0
//         compares a tag with the version in package.json
//     node scripts/release.ts other-processor
//         installs the native modules of this system's other processor, for a universal app
//     node scripts/release.ts collect --from FOLDER --to FOLDER
//         checks the packages of all systems, one folder each, and puts them together with one list of checksums

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { collectRelease } from './release/collect.ts';
import { installOtherProcessor } from './release/otherProcessor.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' } },
});

async function run(): Promise<void> {
  const [step, tag] = positionals;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  if (step === 'check-tag') {
    if (tag !== `v${version}`) throw new Error(`The tag ${tag} does not match version ${version} in package.json.`);
  } else if (step === 'other-processor') installOtherProcessor(root);
  else if (step === 'collect' && values.from && values.to) {
    const files = await collectRelease({ version, from: values.from, to: values.to });
    process.stdout.write(`${files.length} files are complete in ${values.to}.\n`);
  } else throw new Error('Use: check-tag TAG, other-processor, or collect --from FOLDER --to FOLDER');
}

try {
  await run();
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
