// Turns of a scripted model that change files with the real tools, for the undo tests.

import { callsOf } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './appHarness.ts';
import type { Reply, RequestBody } from './fakeReply.ts';

type Step = { name: string; arguments: Record<string, unknown> } | string;

/** The user's text → the calls that follow, one per reply; then a short reply. */
export type Turns = Record<string, readonly Step[]>;

/** A string is a shell command. */
export function scriptedTurns(turns: Turns): (body: RequestBody) => Reply {
  let made = 0;
  return ({ messages }) => {
    const asked = messages.findLastIndex(
      (message) => message.role === 'user' && turnOf(turns, message.content) !== null,
    );
    const steps = asked < 0 ? [] : (turns[turnOf(turns, messages[asked]?.content) as string] ?? []);
    const done = messages.slice(asked + 1).filter((message) => message.role === 'tool').length;
    const step = steps[done];
    if (step === undefined) return { text: 'Done.' };
    const call = typeof step === 'string' ? { name: 'run_command', arguments: { command: step } } : step;
    return { calls: [{ id: `call_${++made}`, name: call.name, arguments: JSON.stringify(call.arguments) }] };
  };
}

/** The user's text is at the end of the content: the app's environment information comes before it. */
function turnOf(turns: Turns, content: unknown): string | null {
  const text =
    typeof content === 'string'
      ? content
      : Array.isArray(content)
        ? content.map((part) => part.text ?? '').join('')
        : '';
  return Object.keys(turns).find((key) => text === key || text.endsWith(`\n${key}`)) ?? null;
}

export async function startUndoApp(turns: Turns, options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({ otherwise: scriptedTurns(turns), settings: { approvalMode: 'all' }, ...options });
}

/** The user's message with this text, and the conversation's calls in order. */
export function placesOf(app: TestApp, conversationId: string) {
  const rows = app.rows(conversationId);
  return {
    message(text: string): string {
      const found = rows.findLast((row) => row.role === 'user' && row.content === text);
      if (!found) throw new Error(`no message "${text}"`);
      return found.id;
    },
    calls: rows.flatMap((row) => callsOf(row).map((_call, index) => ({ messageId: row.id, index }))),
    results: rows.filter((row) => row.role === 'tool'),
  };
}
