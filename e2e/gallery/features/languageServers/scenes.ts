// Language servers: their switch, and problems in the box of a call.

import { ok } from '../../../../shared/core/errors.ts';
import type { FileDiagnostics, FileProblem } from '../../../../shared/features/languageServers/diagnostics.ts';
import { defaultSettings } from '../../../../shared/features/settings/settings.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture, script } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const problems: FileProblem[] = [
  {
    line: 12,
    column: 29,
    severity: 'error',
    code: '2345',
    message: "Argument of type 'string' is not assignable to parameter of type 'number'.",
  },
  { line: 14, column: 7, severity: 'error', code: '2304', message: "Cannot find name 'pool'." },
  {
    line: 3,
    column: 10,
    severity: 'warning',
    code: '6133',
    message: '‘query’ is declared but its value is never read.',
  },
];

const elsewhere: NonNullable<FileDiagnostics['elsewhere']> = [
  {
    path: 'src/routes/status.ts',
    line: 41,
    column: 5,
    severity: 'error',
    code: '2554',
    message: 'Expected 2 arguments, but got 1.',
  },
];

function inTheBox(): Scene {
  const diagnostics = { server: 'typescript-language-server', path: 'src/health.ts', problems, elsewhere };
  const talked = script()
    .user('Make the check quick, please.')
    .asks('I change the query.', ['edit_file', { path: 'src/health.ts', old_text: 'a', new_text: 'b' }])
    .result('Edited "src/health.ts" (+1 −1 lines).', {
      details: {
        path: 'src/health.ts',
        diff: '--- a/src/health.ts\n+++ b/src/health.ts\n@@ -12,1 +12,1 @@\n-  return open(30);\n+  return open("30");\n',
        diagnostics,
      },
    })
    .says('I passed a string. I will correct it.');
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: talked.messages }),
    press: ['[data-call] button[aria-expanded="false"]', '[data-diagnostics] summary'],
  };
}

function switchedOn(): Scene {
  return {
    snapshot: snapshotFixture({ settings: { ...defaultSettings, languageServers: true } }),
    conversation: conversationFixture({ messages: healthTalk().says('Done.').messages }),
    dialog: { type: 'settings', section: 'tools' },
    handlers: {
      'tool.list': async () => ok({ tools: [] }),
      'languageServers.list': async () =>
        ok({
          sandboxed: true,
          servers: [
            { language: 'TypeScript, JavaScript', command: 'typescript-language-server', path: '/usr/bin/tsserver' },
            { language: 'Python', command: 'pyright-langserver', path: '/usr/bin/pyright-langserver' },
            { language: 'Go', command: 'gopls', path: '/usr/bin/gopls' },
          ],
        }),
    },
  };
}

export const languageServerScenes: Record<string, () => Scene> = {
  languageServerProblems: inTheBox,
  languageServers: switchedOn,
};
