// Memory that the symbols of large files take.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createSymbolParser, type ParsedSymbol } from '../../electron/tools/symbols/parseSymbols.ts';
import { cite } from '../support/cite.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapMegabytes(): number {
  collect();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

test(cite('UI-21', 'the names in a file do not keep the rest of it in memory'), async () => {
  const { parse } = createSymbolParser();
  const code = (at: number): string => `class TheContainer${at} {\n  aMethodWithLongName${at}() {}\n}\n`;
  const symbols: ParsedSymbol[] = [...(await parse('typescript', code(0)))];
  const before = heapMegabytes();
  for (let at = 1; at <= 12; at++) {
    const text = `/*${`${at} `.repeat(300_000)}*/\n${code(at)}`;
    symbols.push(...(await parse('typescript', text)));
  }
  // The texts have 8 MB.
  expect(heapMegabytes() - before).toBeLessThan(3);
  expect(symbols).toHaveLength(26);
  expect(symbols.at(-1)).toMatchObject({ name: 'aMethodWithLongName12', container: 'TheContainer12', kind: 'method' });
});
