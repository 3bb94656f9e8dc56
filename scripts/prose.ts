// `npm run prose`: counts the words listed in docs/prose.md, in comments, names, docs and sentences. Fails if a count
// has grown. `-- --update` lowers the committed counts, `-- RULE` lists the matches of one rule.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readText, root } from './house/tree.ts';
import {
  type Counts,
  countAll,
  countsFile,
  findings,
  grownRules,
  loweredCounts,
  repositoryPassages,
} from './prose/count.ts';
import { rules } from './prose/rules.ts';

const passages = repositoryPassages();
const now = countAll(passages);
let committed: Counts = JSON.parse(readText(countsFile));
const [argument] = process.argv.slice(2);
const named = rules.find(({ id }) => id === argument);

if (named) {
  for (const { file, line, text } of findings(named, passages))
    print(`${file}:${line}: ${text.split('\n', 1)[0]?.trim()}`);
} else if (argument === '--update') {
  committed = loweredCounts(now, committed);
  writeFileSync(path.join(root, countsFile), `${JSON.stringify(committed, null, 2)}\n`);
} else if (argument !== undefined) {
  print(`Unknown rule "${argument}". The rules are ${rules.map(({ id }) => id).join(', ')}.`);
  process.exitCode = 2;
} else {
  print(
    `${Object.values(now).reduce((sum, count) => sum + count, 0)} phrases to rewrite in ${passages.length} passages.`,
  );
}
for (const id of argument === undefined || argument === '--update' ? grownRules(now, committed) : []) {
  const { words, write } = rules.find((rule) => rule.id === id) ?? { words: id, write: '' };
  process.stderr.write(
    `More of ${words}: ${now[id]}, at most ${committed[id] ?? 0}. Write: ${write}. \`npm run prose -- ${id}\` lists them.\n`,
  );
  process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
