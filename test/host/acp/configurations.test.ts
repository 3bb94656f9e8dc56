// The configurations in docs/features/editors.md, as their clients read them. Each form was taken from the client's own
// documentation or source; the test keeps the page in that form and checks that the command in it is ours.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { acp } from '../../../electron/host/terminal/acp/command.ts';
import { cite } from '../../support/cite.ts';

const page = readFileSync(new URL('../../../docs/features/editors.md', import.meta.url), 'utf8');

function block(name: string): string {
  const [, text = ''] = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  return text;
}

const command = { command: z.literal('throughline'), args: z.tuple([z.literal(acp.name)]) };
const env = z.record(z.string(), z.string());

/** Zed: `agent_servers` with the type `custom` (zed.dev/docs/ai/external-agents). */
const zed = z.strictObject({
  agent_servers: z.record(z.string(), z.strictObject({ type: z.literal('custom'), ...command, env: env.optional() })),
});
/** JetBrains: acp.json without a type (jetbrains.com/help/ai-assistant/acp.html). */
const jetbrains = z.strictObject({
  agent_servers: z.record(z.string(), z.strictObject({ ...command, env: env.optional() })),
});
/** VS Code: `acp.agents` in the `contributes.configuration` of formulahendry/vscode-acp. */
const vscode = z.strictObject({ 'acp.agents': z.record(z.string(), z.strictObject({ ...command, env })) });

test.for([
  ['zed', zed],
  ['jetbrains', jetbrains],
  ['vscode', vscode],
] as const)(cite('ACP-3', 'the configuration for %s has the form that it reads'), ([name, schema]) => {
  expect(() => schema.parse(JSON.parse(block(name)))).not.toThrow();
});

test(cite('ACP-3', 'the configurations for Neovim and Emacs have the forms that their plug-ins read'), () => {
  // olimorris/codecompanion.nvim: `adapters.acp.NAME` is a function that extends an adapter with `commands.default`.
  expect(luaTable(block('codecompanion'))).toEqual({
    adapters: {
      acp: {
        throughline: [
          'opencode',
          {
            name: 'throughline',
            formatted_name: 'Throughline',
            commands: { default: ['throughline', acp.name] },
          },
        ],
      },
    },
    interactions: { chat: { adapter: 'throughline' } },
  });
  // yetone/avante.nvim: `acp_providers` in lua/avante/config.lua.
  expect(luaTable(block('avante'))).toEqual({
    provider: 'throughline',
    acp_providers: { throughline: { command: 'throughline', args: [acp.name], env: [] } },
  });
  // xenodium/agent-shell: the keywords of `agent-shell-make-agent-config`, and of `acp-make-client`.
  const lisp = block('agent-shell');
  const keywords = [...lisp.matchAll(/:([a-z-]+) /g)].map(([, keyword]) => keyword);
  expect(keywords).toEqual([
    ...['identifier', 'mode-line-name', 'buffer-name', 'shell-prompt', 'shell-prompt-regexp', 'client-maker'],
    ...['command', 'command-params', 'context-buffer'],
  ]);
  expect(lisp).toContain(`:command "throughline"`);
  expect(lisp).toContain(`:command-params '("${acp.name}")`);
  expect(depth(lisp)).toBe(0);
});

/** Reads the table of a `setup` call. A function that extends an adapter is read as the list of its arguments. */
function luaTable(source: string): unknown {
  const [, table = ''] = /setup\(([\s\S]*)\)\s*$/.exec(source) ?? [];
  const json = table
    .replaceAll(/function\(\)\s*return require\("codecompanion\.adapters"\)\.extend\(([\s\S]*?)\)\s*end/g, '{ $1 }')
    .replaceAll(/([{,]\s*)(\w+) =/g, '$1"$2":')
    .replaceAll(/,(\s*})/g, '$1');
  return JSON.parse(listsOf(json));
}

/** Braces without keys are lists. */
function listsOf(json: string): string {
  let text = json;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(
      /\{(\s*(?:"[^"]*"|\[[^{}]*\]|«[^{}]*»)(?:\s*,\s*(?:"[^"]*"|\[[^{}]*\]|«[^{}]*»))*\s*|\s*)\}/g,
      '[$1]',
    );
    text = text.replaceAll(/\{([^{}]*:[^{}]*)\}/g, '«$1»');
  }
  return text.replaceAll('«', '{').replaceAll('»', '}');
}

/** How many brackets are left open. */
function depth(lisp: string): number {
  return [...lisp.replaceAll(/"[^"]*"/g, '')].reduce(
    (open, unit) => open + (unit === '(' ? 1 : unit === ')' ? -1 : 0),
    0,
  );
}
