// Command-line runs with a scenario or a model server, and what they stored, without what differs each time.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { commandHere, type Ended } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';

export interface Place {
  root: string;
  /** Runs the command in this place. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  file(name: string, text: string): string;
  /** The messages of its only conversation, as stored on disk. */
  rows(): Message[];
}

export function place(): Place {
  const root = tempFolder();
  const [project, data] = [path.join(root, 'project'), path.join(root, 'data')];
  mkdirSync(project);
  writeFileSync(path.join(project, 'notes.txt'), 'Notes of March.\n');
  return {
    root,
    run: (args, env) => commandHere([...args, '--project', project, '--data', data], env),
    file(name, text) {
      const file = path.join(root, name);
      writeFileSync(file, text);
      return file;
    },
    rows() {
      const found = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('messages.json'),
      );
      if (found.length !== 1) throw new Error(`${found.length} conversations`);
      return JSON.parse(readFileSync(path.join(data, found[0] as string), 'utf8')) as Message[];
    },
  };
}

/**
 * Without IDs, times, the model, and API-specific fields; a path is called PLACE. Results of parallel calls are in call
 * order, since they are stored as they arrive.
 */
export function normalised(rows: readonly Message[], root: string): unknown[] {
  const plain = inOrderOfCalls(rows).map((row) => {
    const { role, partType, content } = row;
    if (role === 'system') return { role, content };
    if (role === 'user') return { role, content };
    if (role === 'tool') return { role, content, tool: row.toolName, outcome: row.outcome };
    const { reasoning, tool_calls: calls = [], error, finishReason, usage } = row;
    return {
      role,
      content,
      partType,
      reasoning,
      finishReason,
      calls: calls.map((call) => call.function),
      error: error && (error.cause ?? error.code),
      tokens: usage && [usage.inputTokens, usage.outputTokens, usage.cachedInputTokens, usage.reasoningTokens],
    };
  });
  const text = JSON.stringify(plain).replaceAll(root, 'PLACE');
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.Z]*/g, 'TIME'));
}

function inOrderOfCalls(rows: readonly Message[]): Message[] {
  let reply = 0;
  let ids: string[] = [];
  const placed = rows.map((row, at) => {
    if (row.role === 'tool') return { row, reply, index: ids.indexOf(row.tool_call_id) };
    reply = at;
    ids = row.role === 'assistant' ? (row.tool_calls ?? []).map(({ id }) => id) : [];
    return { row, reply, index: -1 };
  });
  return placed.sort((one, other) => one.reply - other.reply || one.index - other.index).map(({ row }) => row);
}
