// Writes the cost ledger in its own process, for tests with several writers and tests that kill one. Arguments: data
// folder, name, number of lines (0: unlimited). Prints a line for each one written.

import { writeSync } from 'node:fs';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { createUsageLedger } from '../../electron/stores/usage/usageLedger.ts';
import { paidLine } from './paidLine.ts';

const [dataDir = '', name = '', count = '0'] = process.argv.slice(2);
const ledger = createUsageLedger(dataDir, { disk: nodeDisk, log: () => {} });
for (let n = 0; count === '0' || n < Number(count); n++) {
  const written = await ledger.append(paidLine({ conversation: name, usd: 1 }));
  if (written.ok) writeSync(1, `written ${n + 1}\n`);
}
await ledger.close();
