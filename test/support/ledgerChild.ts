// A process of its own that writes the ledger of costs, for tests with several and for those that kill it. Arguments: data folder,
// its name, how many lines (0: for ever). It prints a line for each that is written.

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
