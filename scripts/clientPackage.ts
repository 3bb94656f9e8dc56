// Completes the package `@throughline/client` in out/client, next to its bundled code: types, package.json, license and a
// short README. `npm pack` there makes its tarball.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Its bundled code. */
export const clientOutput = 'out/client/index.js';

const readme = `# @throughline/client

A typed client of Throughline's local API, without dependencies.

    import { createClient } from '@throughline/client';

    const throughline = createClient({ address: 'http://127.0.0.1:4817', token: process.env.TOKEN });
    const { conversations } = await throughline.listConversations({ limit: 10 });

\`throughline api token add NAME --scopes history:read\` prints a token.
`;

/** The declarations of the entry point. electron/features/api/client/index.ts must have these exports. */
const declarations = `import type { ClientOptions, Problem, ThroughlineClient } from './types.js';

export type * from './types.js';

/** A request that the API refused. */
export declare class ApiError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem);
  get code(): string;
  get status(): number;
}

export declare function createClient(options: ClientOptions): ThroughlineClient;
`;

export function completeClientPackage(root: string): void {
  const folder = dirname(join(root, clientOutput));
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const description = {
    name: '@throughline/client',
    version,
    description: 'A typed client of Throughline’s local API',
    license,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['index.js', 'index.d.ts', 'types.d.ts', 'README.md', 'LICENSE'],
    sideEffects: false,
    engines: { node: '>=22' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(join(folder, 'index.d.ts'), declarations);
  copyFileSync(join(root, 'shared/client/types.ts'), join(folder, 'types.d.ts'));
  writeFileSync(join(folder, 'README.md'), readme);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}
