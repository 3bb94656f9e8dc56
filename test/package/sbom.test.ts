// The bill of materials and the licenses of a package. Needs `npm run build`, which `npm test` runs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { fetchPackage } from '../../e2e/support/realElectron/packages.ts';
import { built } from '../../scripts/house/bundle.ts';
import { root } from '../../scripts/house/tree.ts';
import { builtPackages, licensesFile, licensesJson, readNotices } from '../../scripts/notices.ts';
import { sbomFile, sbomText } from '../../scripts/package/sbom.ts';
import { cite } from '../support/cite.ts';

interface Component {
  group?: string;
  name: string;
  version: string;
  type: string;
  purl?: string;
}

const bill = (): { components: Component[]; serialNumber: string } => JSON.parse(built(sbomFile));
const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

test(
  cite('SHIP-1', 'the bill of materials lists every bundled package, and every one of them has a license text'),
  () => {
    const { components } = bill();
    const notices = readNotices(root);
    const licensed = new Set(notices.map(({ name, version }) => `${name} ${version}`));
    // Electron's own licenses are next to its binary.
    const unlicensed = components.filter(
      (one) => one.name !== 'electron' && !licensed.has(`${nameOf(one)} ${one.version}`),
    );
    expect(unlicensed.map(nameOf)).toEqual([]);
    expect(notices.filter(({ text }) => text.length < 200).map(({ name }) => name)).toEqual([]);
    const listed = new Set(components.map((one) => `${nameOf(one)} ${one.version}`));
    expect([...licensed].filter((one) => !listed.has(one))).toEqual([]);
    expect(components.length).toBeGreaterThan(builtPackages(root).length);
    for (const name of ['electron', 'node', 'react', '@napi-rs/keyring', '@vscode/ripgrep', '@vscode/tree-sitter-wasm'])
      expect(components.map(nameOf)).toContain(name);
  },
);

test(cite('SHIP-1', 'the same build gives the same bill of materials and the same licenses'), () => {
  expect(sbomText(root) === built(sbomFile)).toBe(true);
  // Too long to print.
  expect(licensesJson(root) === built(licensesFile)).toBe(true);
  expect(bill().serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test(cite('SHIP-1', 'the bill of materials follows the schema of CycloneDX 1.6'), { tags: ['all'] }, ({ skip }) => {
  let folder = '';
  try {
    folder = fetchPackage(
      {
        name: '@cyclonedx/cyclonedx-library',
        version: '10.3.0',
        integrity: 'sha512-RIT28sp1U0PCHaaeF3yNRwk6Jig/XJ8UsYAVOMYaHQ+0VVOvsjcp0PTWQFLUqJFF8XMud+Kdq6G+wtDAh+QJFA==',
      },
      join(root, 'node_modules/.cache/throughline/packages'),
    );
  } catch (thrown) {
    // Without the registry.
    skip(`the schema could not be fetched: ${String(thrown).slice(0, 200)}`);
  }
  const schema = (name: string) => JSON.parse(readFileSync(join(folder, 'res/schema', name), 'utf8'));
  // Formats are checked only by name: the schema's own patterns do the rest.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(schema('spdx.SNAPSHOT.schema.json'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82.SNAPSHOT.schema.json'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  const validate = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'));
  expect([validate(bill()), validate.errors]).toEqual([true, null]);
  expect(validate({ ...bill(), components: [{ type: 'library' }] })).toBe(false);
  expect(
    validate({ ...bill(), components: [{ type: 'library', name: 'x', licenses: [{ license: { id: 'no' } }] }] }),
  ).toBe(false);
});
