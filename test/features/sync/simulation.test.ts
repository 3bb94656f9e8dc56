import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { simulate } from '../../support/sync/simulation.ts';
import { volume } from '../../support/volume.ts';

const first = Number(process.env.THROUGHLINE_SEED ?? 1);
const seeds = Array.from({ length: volume({ short: 4, all: 12, long: 400 }) }, (_, at) => first + at);

test.each(seeds)(
  cite('SYNC-3', 'after every fault and kill, three machines are equal and have lost nothing (seed %i)'),
  async (seed) => {
    const { remote, privateTexts } = await simulate({ seed, steps: 24 });
    const bytes = remote.bytes().toString('latin1');
    for (const text of privateTexts) expect(bytes).not.toContain(text);
  },
);
