// Generates docs/house.md from the measures and their numbers.

import type { Measure } from './measures.ts';
import type { Numbers } from './ratchet.ts';

export const pagePath = 'docs/house.md';

const intro = `# The shape of the code

<!-- Written by \`npm run house -- --update\`; edit scripts/house/page.ts. -->

\`npm run house\` measures the code and fails when a measure is worse than its number in \`scripts/house/ratchet.json\`.
\`npm test\` does the same. After an improvement, \`npm run house -- --update\` lowers the numbers and writes this page; it never
raises one.
`;

const notes = `## How to read it

- Product files are the sources in \`shared\`, \`electron\` and \`renderer\`.
- *Size* may exceed its number by 1 %, because a fix may add lines.
- *Reported* measures depend on the machine, its last build or the history of the clone, and fail nothing here. Other tests
  hold the first load (\`test/rules/bundles.test.ts\`).
- A feature touches each folder that has a file named after it; a folder named after the feature counts once.
- A wiring file imports at least four of the six measured features.
- \`npm run house -- --names\` lists what the measures count: types, short files, files imported by one sibling, wiring files.
- Merging is not the aim: a file keeps its own place when people look for it by name, such as a tool, a handler, or a row of
  the transcript, or when it is small so that the rest can load lazily.
- A number may be raised by hand, in a commit that says why.

## What else holds the code

- Imports between layers are data: \`scripts/house/layers.ts\` and \`scripts/house/windowLayers.ts\`.
- A file has about a hundred lines and never more than four hundred (\`test/rules/fileSize.test.ts\`).
`;

/** Returns the whole page. */
export function housePage(measures: readonly Measure[], numbers: Numbers): string {
  const rows = measures.map(
    ({ key, name, target, kind }) => `| ${name} | ${shown(numbers[key])} | ≤ ${shown(target)} | ${kind} |`,
  );
  return `${intro}\n| measure | number | target | kind |\n| --- | ---: | ---: | --- |\n${rows.join('\n')}\n\n${notes}`;
}

export function shown(count: number | undefined): string {
  return count === undefined ? 'not measured' : count.toLocaleString('en');
}
