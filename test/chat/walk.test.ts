// Random walks through a conversation, over the real store, handler and loop, and through providers of every API,
// models, options and tools: after each step the next request is valid for every provider, contains exactly the
// expected words and only its own model's thinking, and is the same from another process. THROUGHLINE_SEED selects the
// walks, THROUGHLINE_TESTS=long does many more.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';
import { walk } from '../support/walkConversation.ts';
import { walks } from '../support/walkSteps.ts';
import { noWalks } from '../support/walkWorld.ts';
import { validatorNames } from '../support/wireForms.ts';

const seed = Number(process.env.THROUGHLINE_SEED ?? 1);
const numRuns = Number(process.env.THROUGHLINE_WALKS ?? volume({ short: 15, all: 50, long: 10_000 }));

test(
  cite(
    ['SEQ-1', 'SEQ-2', 'SEQ-3', 'SEQ-7', 'COMPACT-5', 'RESUME-8', 'PROVIDER-1', 'PROVIDER-7'],
    'whatever happens to a conversation, the next request is valid, complete and the same after a restart',
  ),
  async () => {
    const count = noWalks();
    const folder = tempFolder();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(walks, async (steps) => {
        number++;
        const dataDir = join(folder, `data${number}`);
        await walk(steps, { dataDir, seed: seed + number, count, ...(number % 3 === 0 ? { window: 2_000 } : {}) });
        rmSync(dataDir, { recursive: true, force: true });
      }),
      { numRuns, seed },
    );
    const { histories, steps, requests, crashes, returned } = count;
    console.log(
      `${histories} histories after ${steps} steps of ${numRuns} walks, ${crashes} crashes, ${requests} requests sent: ` +
        `each held against ${validatorNames.length} validators; thinking returned ${returned} times (seed ${seed})`,
    );
    expect(histories).toBeGreaterThan(numRuns);
    expect(returned).toBeGreaterThan(numRuns / 5);
  },
  Math.max(120_000, numRuns * 1_000),
);
