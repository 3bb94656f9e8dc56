// A server that leaves thinking in the text: what `run` prints, what is stored, found and exported.

import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { tempFolder } from '../support/tempFolder.ts';

const pieces = ['A secr', 'et plan.\n</thi', 'nk>\n\nThe ', 'answer.'];

test(cite('STREAM-8', 'thinking up to a closing tag is not printed, found or exported'), async () => {
  const server = await startFakeModelServer({ otherwise: { text: pieces } });
  onTestFinished(() => server.close());
  const at = ['--data', tempFolder()];
  const data = [...at, '--project', tempFolder()];
  const env = { OPENAI_API_KEY: 'sk-test-1234567890', OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'm' };
  const run = (...args: string[]) => commandHere(['run', '-p', 'go', ...args, ...data], env);

  const printed = await run();
  expect(printed).toMatchObject({ code: 0, stdout: 'The answer.\n' });
  const json = await run('--continue', '--output', 'json');
  const { conversationId, text: answer } = JSON.parse(json.stdout);
  expect(answer).toBe('The answer.');

  const lines = (await run('--continue', '--output', 'stream-json')).stdout.trim().split('\n');
  const events = lines.map((line) => JSON.parse(line).event);
  // By now its replies are known to start with thinking.
  const said = events.filter(({ type }) => type === 'reply.delta').map((event) => event.text ?? '');
  expect(said.join('')).toBe('The answer.');

  const shown = JSON.parse((await commandHere(['show', conversationId, '--json', ...at], env)).stdout);
  const replies = shown.messages.filter(({ role }: { role: string }) => role === 'assistant');
  for (const reply of replies) expect(reply).toMatchObject({ content: 'The answer.', reasoning: 'A secret plan.' });
  expect(replies[0].reasoningMs).toBeGreaterThanOrEqual(0);
  for (const { text } of server.requests) expect(/secret plan|think>/.exec(text)).toBeNull();
  const markdown = await commandHere(['export', conversationId, '--to', 'markdown', ...at], env);
  expect(markdown.stdout).not.toMatch(/<\/?think>/);
});
