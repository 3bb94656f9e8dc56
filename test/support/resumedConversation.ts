// A handwritten conversation of small calls with results of two kilobytes each: one question and very many steps, like
// an agent's long session.

import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface ResumedConversation {
  conversationId: string;
  /** Size of the results alone. */
  resultBytes: number;
}

const projectId = 'r'.repeat(26);
const resultLength = 2_000;

/** Never compacted: this model's context is large enough for everything. */
export const roomyModel = 'roomy-model';

export function writeResumedConversation(dataDir: string, calls: number, projectFolder: string): ResumedConversation {
  const conversationId = 'c'.repeat(26);
  const project = join(dataDir, 'projects', projectId);
  const folder = join(project, 'conversations', conversationId);
  mkdirSync(folder, { recursive: true });
  const file = { v: 1, id: projectId, name: 'Resumed', createdAt: '2026-01-01T00:00:00.000Z' };
  writeFileSync(join(project, 'project.json'), JSON.stringify({ ...file, folders: { here: projectFolder } }));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ contextWindows: { [roomyModel]: 100_000_000 } }));
  const log = openSync(join(folder, 'messages.json'), 'w');
  let [at, parentId, waiting]: [number, string | null, string] = [0, null, '[\n'];
  const add = (record: Record<string, unknown>): void => {
    const id = `01K${String(at).padStart(23, '0')}`;
    const createdAt = new Date(Date.parse('2026-01-01T00:00:00.000Z') + at * 1000).toISOString();
    waiting += `${at === 0 ? '' : ','}${JSON.stringify({ v: 1, id, parentId, role: record.role, createdAt, ...record })}\n`;
    [at, parentId] = [at + 1, id];
    if (waiting.length > 1_000_000) {
      writeSync(log, waiting);
      waiting = '';
    }
  };
  add({ role: 'user', content: 'Look at every file and tell me what it does.' });
  for (let call = 0; call < calls; call++) {
    const asked = { name: 'read_file', arguments: JSON.stringify({ path: `src/part${call % 40}/file${call}.ts` }) };
    add({
      role: 'assistant',
      content: call % 5 === 0 ? `Next is file ${call}.` : null,
      tool_calls: [{ id: `call_${call}`, type: 'function', function: asked }],
    });
    const result = { role: 'tool', tool_call_id: `call_${call}`, toolName: 'read_file', outcome: 'ok' };
    add({ ...result, content: sourceText(call), details: { bytes: resultLength } });
  }
  add({ role: 'assistant', content: 'These are all of them.' });
  writeSync(log, `${waiting}]\n`);
  closeSync(log);
  return { conversationId, resultBytes: calls * resultLength };
}

function sourceText(seed: number): string {
  const lines: string[] = [];
  for (let line = 0; lines.join('\n').length < resultLength; line++) {
    const name = ((seed * 7919 + line * 104_729) % 99_991).toString(36);
    lines.push(`  const ${name} = await read("${name}.json"); // step ${line}, “${seed}”`);
  }
  return lines.join('\n').slice(0, resultLength);
}
