// Fixtures and their expected results, pinned by hash: what a reader makes of each, and what each writer makes of our
// conversation, key for key in both directions.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writerOf } from '../../electron/interop/formats.ts';
import { compareSessions } from '../../scripts/compareSessions/compare.ts';
import { writerPrograms } from '../../shared/features/import/otherApps.ts';
import { cite } from '../support/cite.ts';
import { exportNames, ownExport, pinnedNames, pinnedText, plainHistory, readSource, sources } from './pinnedFiles.ts';
import { givenOf } from './textFile.ts';

const hashes: Record<string, string> = {
  'cline.json': 'c04552448012abe0a8f525d600bdc78a8905466222eb5838a92d14de1ae778fa',
  'codex.jsonl': 'e7c895bead5f2ca258d2982381ac3a67aef743c9e6daa000f52d297858205fd9',
  'copilot.jsonl': 'f3f2418a3b58289acba92c183d7da48587bd1444bb9cb9421b3e3dde77b4dbfa',
  'exports/chatgpt.json': '15b0a874c10a0ca6bbb6dbb81d8b3a5066897dc6664abd29398d89afe289f97a',
  'exports/claude-code.jsonl': '011940b91dcc33472003a39c456d16278d71e97fea4eedbb054382bd51232c7f',
  'exports/codex.jsonl': '78a4c78e9af95a08b71be0196635cae7ba72f6c0a9171974387f51b30ede59ab',
  'exports/messages.json': '924547dcf7e711457b978743202ed1ec89905f210a2cb0e1310ff58cb905fc87',
  'exports/opencode.json': '9b12314022a05541126cc414affd9fd776aaf328368403d8e529ee33ea74344e',
  'gemini-cli.jsonl': '5f8c4a8918af43a61387ad495d7f5ed775d3385a3166307d70a378acc4a0bdfe',
  'opencode.json': 'f48a60efbc6c60d6c2e04d8bc38c7f553570ea722851b7573413720b53206227',
  'pi.jsonl': '1957481d52e4daa1fc24db9602824464b9c8b187d5ebbbc951ca38e32c9f482e',
  'qwen.jsonl': '81a66c515637b597603f69bf579f7c5d6f323a697bc873cf5b4fb1b56cd67547',
  'records/chatgpt.json': '62ac261c03ac3aabbe3f243be59770d2c93cf642798c528b3ae1575e90a8bcd3',
  'records/claude-ai.json': '0cad89653c9cdbac1e0d0589b3922fb19b38981f4fd02e9a859d450855cb6e9e',
  'records/claude-code.json': '1689f6b4898ea564701a85b5dd4def259ea3a70488459b48dce06ba4e4a4328b',
  'records/cline.json': '57574a8a22e2f641260028d06d7a65c0ebe7288646f2a4f3aaf1f59f829c1585',
  'records/codex.json': '00a2711a78f3e80908ed4b904ab72a8548e2a08c48613d1557b30dcbb84291ee',
  'records/copilot.json': '829cfcffacc7816812644e25fb23c880694be2d737e58fd158b51fd5229b2d49',
  'records/gemini-cli.json': 'eba42a2c28aac19dad8f79937221a03ffe865413cba09197050bdc2f2685c622',
  'records/librechat.json': '57442975616907d5bd2aa6ab12630806dcb3fd11979943a172477de680516bf2',
  'records/messages.json': '22984d6f2b7a9b4e1232a5901e89d29c64980daf8df5b9968c3ee4456b8336c9',
  'records/open-webui.json': '2a748c68f4f6a23102a102ada111c7c0d7e551b4fa083432e8df308d378420e3',
  'records/opencode.json': 'cfbf7bb8e6567e81a86a8da724139f244aa05aa80b20a91a35d219d48e510a41',
  'records/pi.json': 'a92be98602c952a1d431eb939f553e09fea13eda4cd164dfa62dd0db6f209b62',
  'records/qwen.json': '07d9fdcfa622b04d5f197185162d0272c29b7c1440df574cb8f4fa9473c4c850',
  'records/throughline.json': '8b408de73ba2c7e14278fff3e8fe6d6fa93fb24d50740c3ffccdc455ffb4df9d',
  'records/vscode.json': '4e6088ced09bac378dd981bf57608e7ee9aa11133a343abff53cb1b75260a201',
};

test(cite('INTEROP-7', 'the expected files are the ones that were reviewed'), () => {
  const found = pinnedNames().map((name) => [name, createHash('sha256').update(pinnedText(name)).digest('hex')]);
  expect(Object.fromEntries(found)).toEqual(hashes);
});

test.each(sources())(
  cite('INTEROP-7', '$program: every key of every record of a fixture is the expected one'),
  async (source) => {
    const expected: unknown = JSON.parse(pinnedText(`records/${source.program}.json`));
    expect(plainHistory(await readSource(source))).toEqual(expected);
  },
);

const compared = ['claude-code', 'codex', 'opencode'] as const;

test.each(compared)(
  cite('INTEROP-7', '%s: a fixture is written back key for key, in both directions'),
  async (program) => {
    const source = sources().find((one) => one.program === program) as ReturnType<typeof sources>[number];
    const [file] = await writerOf(program).write(givenOf(await readSource(source)));
    const { counts, order, differences } = compareSessions(program, source.text, file?.text ?? '');
    // Claude Code's parallel results move from their own lines to the previous line, and the session's end is repeated.
    const isPlace = ({ path, type }: { path: string; type: string }): boolean =>
      program === 'claude-code' && (path === 'parentUuid' || path === 'logicalParentUuid' || type === 'last-prompt');
    expect(differences.filter((one) => !isPlace(one))).toEqual([]);
    if (program !== 'claude-code') expect({ counts, order }).toEqual({ counts: [], order: null });
  },
);

test.each(writerPrograms)(
  cite('INTEROP-7', '%s: our conversation is written as expected, key for key'),
  async (program) => {
    const expected = pinnedText(exportNames[program]);
    const [file] = await ownExport(program);
    const written = file?.text ?? '';
    const known = compared.find((one) => one === program);
    if (known) expect(compareSessions(known, expected, written)).toEqual({ counts: [], order: null, differences: [] });
    else expect(JSON.parse(written)).toEqual(JSON.parse(expected));
  },
);
