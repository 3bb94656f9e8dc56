// A window that shows test content wherever content appears: a streaming reply (`stage:say`, with the text so far or all of
// it), and a conversation that shows the texts of the URL fragment in every place.

import { snapshotFixture } from './appFixture.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import type { Scene } from './scene.ts';
import type { ScriptedHost } from './scriptedHost.ts';

const id = 'current';

function givenTexts(): string[] {
  try {
    const given: unknown = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '[]');
    return Array.isArray(given) ? given.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

function everywhere(texts: readonly string[]) {
  const talk = script();
  for (const [at, text] of texts.entries()) {
    talk
      .user(text)
      .asks(text, ['run_command', { command: text }], ['read_file', { path: text }], [`files__${at}`, { note: text }])
      .result(text, { details: { exitCode: 1, bytes: 9 } })
      .result(text)
      .result(text, { outcome: 'error' })
      .says(text, { reasoning: text, sources: [{ title: text, url: text, text, date: text }] });
  }
  return talk.messages;
}

function play(host: ScriptedHost, signal: AbortSignal): void {
  const say = (event: Event): void => {
    const text: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof text !== 'string') return;
    const before = host.conversation(id)?.reply?.text ?? '';
    if (before === '' || !text.startsWith(before)) host.publishTo(id, { type: 'reply.started', messageId: 'said' });
    const now = host.conversation(id)?.reply?.text ?? '';
    host.publishTo(id, { type: 'reply.delta', text: text.slice(now.length) });
  };
  addEventListener('stage:say', say, { signal });
}

export const stageScenes: Record<string, () => Scene> = {
  stage: () => {
    const texts = givenTexts();
    const title = texts[0] ?? 'A stage';
    const run = { runId: 'r', startedAt: new Date().toISOString(), phase: 'model' as const };
    return {
      snapshot: { ...snapshotFixture() },
      conversation: conversationFixture({ title, messages: everywhere(texts), draft: title, run }),
      toasts: texts.slice(0, 2).map((message) => ({ tone: 'error' as const, message })),
      play,
    };
  },
};
