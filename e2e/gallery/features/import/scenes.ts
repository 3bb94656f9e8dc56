// Import from other apps: nothing chosen, preview, in progress, done, and nothing to import.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { ok } from '../../../../shared/core/errors.ts';
import type { ImportFindings, ImportRow, ImportState } from '../../../../shared/features/import/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import type { Scene } from '../../scene.ts';

const titles = [
  'Find why the health check is slow',
  '请把所有的日志文件按日期整理，并检查其中是否有重复的记录，然后写一份简短的总结报告给团队的每一个人看',
  'A very long title that goes on about the harbour’s timetable, which no longer depends on the tables of the tide',
  '<img src=x onerror=alert(1)> \u202Egnp.exe',
  '',
];
const programs = ['claude-code', 'chatgpt', 'codex'] as const;
const states: readonly ImportState[] = ['new', 'grown', 'new', 'new', 'known', 'new', 'failed'];

const rows = Array.from({ length: 3000 }, (_, at): ImportRow => {
  const state = states[at % states.length] as ImportState;
  const program = programs[at % programs.length] as ImportRow['program'];
  return {
    conversationId: `c${at}`,
    program,
    title: titles[at] ?? `Conversation ${at}`,
    folder: program === 'chatgpt' ? null : '/home/ada/harbour/services/scheduling',
    messages: (at * 37) % 400,
    agents: at % 5 === 0 ? 2 : 0,
    state,
    added: state === 'grown' ? 12 : 0,
  };
});

const count = (state: ImportState): number => rows.filter((row) => row.state === state).length;

const found: ImportFindings = {
  rows,
  counts: { new: count('new'), grown: count('grown'), known: count('known'), failed: count('failed') },
  problems: [
    { file: 'projects/harbour/5b1c.jsonl', line: 1204, message: 'The line is not valid JSON.' },
    {
      file: 'export.zip: notes\u202Etxt.json',
      line: null,
      message: 'Throughline cannot read conversations in this format.',
    },
  ],
  moreProblems: 3,
  files: 212,
};

const nothing: ImportFindings = {
  ...found,
  rows: [],
  counts: { new: 0, grown: 0, known: 0, failed: 0 },
  moreProblems: 0,
  files: 0,
};

const next = '[data-import-next]:not(:disabled)';

function scene(press: string[], findings = found, more: Partial<Handlers> = {}): Scene {
  return {
    snapshot: { ...snapshotFixture(), host: 'desktop' },
    conversation: null,
    dialog: { type: 'import' },
    press,
    handlers: {
      'import.pick': async () => ok({ supported: true, chosen: true }),
      'import.preview': async () => ok(findings),
      'import.run': async () => ok(findings),
      'import.drop': async () => ok({}),
      ...more,
    },
  };
}

export const importScenes: Record<string, () => Scene> = {
  importChoose: () => scene([]),
  importReading: () => scene([next], found, { 'import.preview': () => new Promise(() => {}) }),
  importFound: () => scene([next]),
  importProblems: () => scene([next, '[role="dialog"] summary']),
  importDone: () => scene([next, `[role="listbox"] ~ * ${next}`]),
  importNothing: () => scene([next], nothing),
};
