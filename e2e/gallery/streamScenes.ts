// Streaming and long replies, to look at and to measure rendering costs. `rate` is tokens per second (500), `lines` the length
// of the reply, `letters` the length of the one-line reply. After `pause` characters the reply waits for the event `resume`. The root element
// reports progress: `data-streamed` is the number of characters, and `data-stream` is `end` when all have arrived.

import { snapshotFixture } from './appFixture.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import type { Scene } from './scene.ts';
import type { ScriptedHost } from './scriptedHost.ts';
import { codeText, listText, mixedText, oneLine, tableText } from './streamTexts.ts';

const lettersOfToken = 4;
const id = 'current';

function asked(name: string, otherwise: number): number {
  const value = Number(new URLSearchParams(location.search).get(name) ?? otherwise);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

function streaming(text: (lines: number) => string, lines: number) {
  return (): Scene => {
    const run = { runId: 'r', startedAt: new Date().toISOString(), phase: 'model' as const };
    return {
      snapshot: snapshotFixture(),
      conversation: conversationFixture({ messages: script().user('Tell me everything about it.').messages, run }),
      play: (host, ended) => stream(host, text(asked('lines', lines)), asked('rate', 500), ended),
    };
  };
}

/** Batches like a host: one event per 16 ms. */
function stream(host: ScriptedHost, text: string, rate: number, ended: AbortSignal): void {
  const { dataset } = document.documentElement;
  host.publishTo(id, { type: 'reply.started', messageId: 'streamed' });
  let [sent, pause, before, since] = [0, asked('pause', text.length), 0, performance.now()];
  const resume = (): void => {
    [pause, before, since] = [text.length, sent, performance.now()];
  };
  addEventListener('resume', resume, { once: true, signal: ended });
  const timer = setInterval(() => {
    const due = Math.min(pause, before + Math.floor(((performance.now() - since) / 1000) * rate * lettersOfToken));
    if (due > sent) host.publishTo(id, { type: 'reply.delta', text: text.slice(sent, due) });
    sent = due;
    dataset.streamed = String(sent);
    if (sent < text.length) return;
    clearInterval(timer);
    dataset.stream = 'end';
  }, 16);
  ended.addEventListener('abort', () => clearInterval(timer));
}

function there(text: () => string) {
  return (): Scene => ({
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: script().user('All of it, please.').says(text()).messages }),
  });
}

export const streamScenes: Record<string, () => Scene> = {
  stream: streaming(mixedText, 1500),
  streamCode: streaming(codeText, 5000),
  streamTable: streaming(tableText, 2000),
  streamList: streaming(listText, 2000),
  longReply: there(() => mixedText(asked('lines', 60_000))),
  longLine: there(() => oneLine(asked('letters', 10_000_000))),
};
