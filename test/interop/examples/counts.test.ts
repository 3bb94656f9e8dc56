// Each session written by another app, imported on the command line: the file's content is in ours, and the next
// request is valid for every API.

import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { countClaudeCode, countCodex, countGeminiCli, countOpenCode } from '../../support/sessionCounts/agents.ts';
import type { SessionCounts } from '../../support/sessionCounts/counts.ts';
import { countCline, countCopilot, countPi, countQwen } from '../../support/sessionCounts/newerAgents.ts';
import { countStored } from '../../support/sessionCounts/stored.ts';
import {
  countChatGpt,
  countClaudeAi,
  countLibreChat,
  countOpenWebUi,
  countVsCode,
} from '../../support/sessionCounts/web.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { openAiChatViolations } from '../../support/validators/openAiChat.ts';
import { violationsOf } from '../../support/wires/wireServer.ts';
import { examples, exampleText, importInto } from './examples.ts';

const claudeSession = 'e8746e35-0b0b-4df7-810a-c618dd0bf86c';
const claudeAgent = `${claudeSession}/subagents/agent-a9faff4081166e5ed`;

interface Example {
  count(text: string): SessionCounts;
  /** Each example's location in its app's folder; by default, its own name. */
  files?: Record<string, string>;
}

const all: Record<string, Example> = {
  'claude-code-2.1.329.session.jsonl': {
    count: (text) => countClaudeCode(text, 1),
    files: {
      'claude-code-2.1.329.session.jsonl': `${claudeSession}.jsonl`,
      'claude-code-2.1.329.subagent.jsonl': `${claudeAgent}.jsonl`,
      'claude-code-2.1.329.subagent.meta.json': `${claudeAgent}.meta.json`,
    },
  },
  'codex-0.169.0.rollout.jsonl': { count: countCodex },
  'opencode-1.18.33.export.json': { count: countOpenCode },
  'gemini-cli-0.61.0.session.jsonl': { count: countGeminiCli },
  'copilot-1.0.102.events.jsonl': { count: countCopilot },
  'qwen-code-0.24.4.chat.jsonl': { count: countQwen },
  'cline-3.0.65.messages.json': { count: countCline },
  'pi-0.73.1.session.jsonl': { count: countPi },
  'chatgpt-2026.conversations-000.json': { count: countChatGpt },
  'claude-ai-2026.conversations.json': { count: countClaudeAi },
  'open-webui.chats.json': { count: countOpenWebUi },
  'librechat.tree.json': { count: countLibreChat },
  'vscode-chat.session.jsonl': { count: countVsCode },
};

describe.skipIf(examples === null)('examples next to the project (skipped without them)', () => {
  test.each(Object.keys(all))(
    cite(['INTEROP-1', 'INTEROP-3'], '%s has the same counts in the file and in ours, and can be sent'),
    async (name) => {
      const { count, files = { [name]: name } } = all[name] as Example;
      const root = tempFolder();
      for (const [from, to] of Object.entries(files)) {
        const place = path.join(root, 'source', to);
        mkdirSync(path.dirname(place), { recursive: true });
        copyFileSync(path.join(examples ?? '', from), place);
      }
      const { conversations, log, run } = await importInto(root, path.join(root, 'source'));
      const [{ conversationId } = { conversationId: '' }, ...agents] = conversations;
      expect(countStored(log(conversationId), agents.length)).toEqual(count(exampleText(name)));
      for (const agent of agents) {
        const text = exampleText('claude-code-2.1.329.subagent.jsonl');
        expect(countStored(log(agent.conversationId))).toEqual(countClaudeCode(text));
        const [first] = JSON.parse(log(agent.conversationId)) as { origin: { conversationId: string } }[];
        expect(first?.origin.conversationId).toBe(conversationId);
      }
      for (const kind of providerKinds satisfies readonly ProviderKind[]) {
        const { stdout } = await run('request', conversationId, '--as', kind, '-p', 'Go on');
        const body = JSON.parse(stdout) as Record<string, unknown>;
        const violations = kind === 'openai' ? openAiChatViolations(body) : violationsOf({ kind, model: 'm', body });
        expect(violations, kind).toEqual([]);
      }
    },
  );
});
