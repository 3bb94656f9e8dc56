// Instructions and memory: their page, the editor, the lines in the transcript, and a proposed memory change.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { EnvironmentTopic, SystemMessage } from '../../../../shared/conversation/message.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type {
  InstructionText,
  ModelInstructionsPart,
  ModelInstructionsReport,
} from '../../../../shared/features/context/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { approval, conversationFixture, type Script, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

const data = '/home/mei/.local/share/throughline';
const notes =
  '- The tests run with `make check`, never with npm.\n- 健康检查必须在一秒内返回。\n- Ask before adding a package.\n';

function record(title: string, lead: string, text: string): string {
  return `[${title}]\n${lead}\n<text>\n${text.replace(/\n$/, '')}\n</text>`;
}

function told(text: string): InstructionText {
  return { text, tokens: Math.ceil(text.length / 4), bytes: new TextEncoder().encode(text).length };
}

function part(
  about: ModelInstructionsPart['about'],
  change: Partial<ModelInstructionsPart> = {},
): ModelInstructionsPart {
  return { about, now: null, next: null, path: null, problem: null, ...change };
}

const own = 'The user wrote this for all of their conversations.';
const projectLead = 'Notes from earlier conversations of this project. The user has read and approved each of them.';

const report: ModelInstructionsReport = {
  model: { provider: 'environment', model: 'atlas-large' },
  projectId: 'p1',
  parts: [
    part('system', { now: told('You are an assistant in Throughline, a desktop chat client.\n\n'.repeat(12)) }),
    part('moment', {
      now: told('[Environment]\nDate: 2026-03-03\nOperating system: Linux\nProject folder: /home/mei'),
    }),
    part('instructions', { why: 'untrusted' }),
    part('personal', { now: told(record('Instructions of the user', own, 'Answer in short sentences.')) }),
    part('project', {
      now: told(record('Instructions for this project', own, 'Write tests first.')),
      next: told(record('Instructions for this project', own, 'Write tests first.\nNever touch generated/.')),
      path: `${data}/projects/qmzq3kcrbxvy5d2w7mzu4n6ha2/instructions.md`,
    }),
    part('conversation'),
    part('memory', { path: `${data}/memory.md`, problem: say`it is not text in UTF-8` }),
    part('projectMemory', {
      next: told(record('Project memory', projectLead, notes)),
      path: `${data}/projects/qmzq3kcrbxvy5d2w7mzu4n6ha2/memory.md`,
    }),
    part('tools', { now: told('read_file\nReads a file.\n'.repeat(300)), count: 17 }),
  ],
};

function page(more: Partial<Scene> = {}, answers: Partial<Handlers> = {}): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().says(texts.reply).messages }),
    dialog: { type: 'told' },
    handlers: {
      'context.told': async () => ok(report),
      'ownText.read': async ({ about }) =>
        ok({ text: notes, version: 'v', path: `${data}/${about}.md`, problem: null }),
      ...answers,
    },
    ...more,
  };
}

function proposed(): Script {
  return healthTalk()
    .user('Remember that the tests run with make.')
    .asks('I propose to keep that for this project.', [
      'update_memory',
      { scope: 'project', action: 'append', new_text: '- The tests run with `make check`.' },
    ]);
}

const diff = `--- a/memory.md\n+++ b/memory.md\n@@ -1,2 +1,3 @@\n - Ask before adding a package.\n - 健康检查必须在一秒内返回。\n+- The tests run with \`make check\`.\n`;
const file = `${data}/projects/qmzq3kcrbxvy5d2w7mzu4n6ha2/memory.md`;

function proposal(): Scene {
  const { messages } = proposed();
  const startedAt = new Date(Date.now() - 20_000).toISOString();
  const why = 'It changes what models see in future conversations in this project.';
  const asked = approval(messages.at(-1)?.id ?? '', 0, {
    toolName: 'update_memory',
    kind: 'write',
    preview: { type: 'diff', path: file, diff, isNew: false },
    reason: why,
    reasonType: 'danger',
    grave: [why],
    byItself: true,
  });
  const run = { runId: 'r', startedAt, phase: 'tools' as const };
  return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages, calls: [asked], run }) };
}

function changed(): Scene {
  const talked = proposed()
    .result('The user allowed it.', {
      details: { path: file, diff, memory: { scope: 'project' } },
    })
    .says('Kept.');
  const messages = talked.messages;
  const call = messages.at(-3)?.id ?? '';
  return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages }), open: [`${call}:0`] };
}

function lines(): Scene {
  const talk = script().user('Hello.').says('Good morning.');
  const topics: [EnvironmentTopic, string][] = [
    ['personal', record('Instructions of the user', own, 'Be brief.')],
    ['project', record('x', `${own} It has changed; this replaces what was said here before:`, 'Tests first.')],
    ['projectMemory', record('x', `${projectLead} It has changed; this replaces what was said here before:`, notes)],
    ['memory', '[Memory]\nWhat was said here before no longer applies.'],
    ['preset', record('x', 'A preset.', 'Reviewer')],
  ];
  for (const [about, content] of topics) {
    const message: SystemMessage = {
      ...{ v: 1, id: `told-${about}`, parentId: null, createdAt: '2026-03-03T09:10:00Z', role: 'system' },
      ...{ partType: 'environment', content, environment: { about } },
    };
    talk.add(message);
  }
  talk.user('And now?').says('Now I know.');
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talk.messages }),
    view: { openParts: { 'told-projectMemory': true } },
  };
}

const rowOf = (about: string): string => `[data-told="${about}"] > div > button`;
const editOf = (about: string): string => `[data-told="${about}"] > div > span > button`;

export const toldScenes: Record<string, () => Scene> = {
  told: () => page(),
  toldOpen: () => page({ press: [rowOf('project')] }),
  toldEdit: () => page({ press: [editOf('projectMemory')] }),
  toldEmpty: () =>
    page({}, { 'context.told': async () => ok({ ...report, parts: report.parts.map(({ about }) => part(about)) }) }),
  toldLines: () => lines(),
  memoryProposal: () => proposal(),
  memoryChanged: () => changed(),
};
