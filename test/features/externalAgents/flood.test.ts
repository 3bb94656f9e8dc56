// 10,000 updates a second through the built host: nothing is lost, the memory stays bounded, and another conversation is
// served in between. How long that takes, and the window meanwhile, is measured by `npm run bench -- flood`.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callsOf, textOf } from '../../../shared/conversation/message.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { cite } from '../../support/cite.ts';
import { startBuiltApp } from '../../support/externalAgents/builtApp.ts';
import { expectSound } from '../../support/externalAgents/soundConversation.ts';
import { volume } from '../../support/volume.ts';

const seconds = volume({ short: 1, all: 10 });
const updates = seconds * 10_000;

/** Megabytes: now, and the peak. */
function memory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

test.runIf(process.platform === 'linux')(
  cite(
    'ACP-1',
    `${updates.toLocaleString('en')} updates are all stored, in bounded memory, and the host still answers`,
  ),
  { timeout: 180_000 },
  async () => {
    const app = await startBuiltApp();
    const id = await app.start();
    await app.call('conversation.configure', { conversationId: id, model: agentModelRef(app.agentId) });
    const before = memory(app.pid()).now;
    const from = app.events().length;
    await app.call('run.send', { conversationId: id, text: `!flood ${seconds}` });
    await app.event('call.started', from);
    const other = await app.start();
    await app.call('run.send', { conversationId: other, text: 'Are you there?' });
    await app.finished(other);
    await app.finished(id);

    const { messages } = await app.call('conversation.open', { conversationId: id, tail: 5000 });
    expectSound(messages);
    const reply = messages.flatMap((message) => (message.role === 'assistant' ? [textOf(message)] : [])).join('');
    const numbers = [...reply.matchAll(/\d+/g)].map(Number);
    expect(numbers).toHaveLength(updates);
    expect(numbers.every((number, at) => number === at)).toBe(true);
    expect(messages.flatMap((message) => callsOf(message))).toHaveLength(updates / 100);
    expect(reply).toContain('Flood over.');
    // About 100 MB are the host's own; the text itself is below a megabyte.
    expect(memory(app.pid()).peak - before).toBeLessThan(400);
    await app.stop();
  },
);
