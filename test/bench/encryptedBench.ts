// SEC-9: what encryption costs where most files are read: the list of all conversations, with and without an index. Each number is a
// ratio to the same data in clear.

import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { encryptData } from '../support/encryptedData.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, type Figure, milliseconds, type Section } from './figures.ts';

const rounds = 5;
const maxRatio = 1.5;
const launcher = join(import.meta.dirname, '../../bin/throughline.mjs');

export async function encryptedBench(folder: string, conversations: number): Promise<Section> {
  const [plain, encrypted] = [join(folder, 'plain'), join(folder, 'encrypted')];
  const letters = '0123456789abcdefghjkmnpqrstvwxyz';
  for (let index = 0; index < conversations; index++) {
    let id = '';
    for (let rest = index; id.length < 26; rest = Math.floor(rest / 32)) id = letters[rest % 32] + id;
    writeLongConversation(plain, { messages: 4, conversationId: id });
  }
  cpSync(plain, encrypted, { recursive: true });
  const code = await encryptData(encrypted);
  const figures = [['--all'], []].flatMap((args): Figure[] => {
    const name = args.length > 0 ? 'all of them' : 'the newest';
    const folders = [plain, encrypted] as const;
    // In turns, so that both meet the same load; the fastest of each.
    const fastest = (isNew: boolean): [clear: number, sealed: number] => {
      const turns = Array.from({ length: rounds }, () =>
        folders.map((dataDir) => {
          if (isNew) removeIndex(dataDir);
          return listOnce(dataDir, args, code);
        }),
      );
      return [0, 1].map((at) => Math.min(...turns.map((turn) => turn[at] ?? 0))) as [number, number];
    };
    const [first, next] = [fastest(true), fastest(false)];
    return [
      ratio(`\`throughline list\`, ${name}, without an index`, first),
      ratio(`\`throughline list\`, ${name}`, next),
    ];
  });
  return {
    title: 'Encrypted data',
    how: `${count(conversations)} conversations, encrypted and in clear; the command in a new process, with the recovery code; fastest of ${rounds}.`,
    figures,
  };
}

function ratio(name: string, [clear, sealed]: readonly [number, number]): Figure {
  return {
    name,
    value: `${(sealed / clear).toFixed(2)} times as long`,
    note: `${milliseconds(sealed)}, in clear ${milliseconds(clear)}`,
    promise: { row: 'SEC-9', text: `at most ${maxRatio} times`, kept: sealed / clear <= maxRatio },
  };
}

function removeIndex(dataDir: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `index.db${suffix}`), { force: true });
}

function listOnce(dataDir: string, args: readonly string[], code: string): number {
  const { npm_lifecycle_event: _npm, ...environment } = process.env;
  const env = { ...environment, THROUGHLINE_RECOVERY_CODE: code };
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [launcher, 'list', ...args, '--data', dataDir], {
    env,
    maxBuffer: 1e9,
  });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`list: ${stderr}`);
  return ms;
}
