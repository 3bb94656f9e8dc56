// Reads Pi sessions: `~/.pi/agent/sessions/--<folder>--/<time>_<id>.jsonl`, a tree of entries, of which the last one is
// the current position. Version 1 has no ids and is linear. Source: docs/session-format.md of
// @mariozechner/pi-coding-agent.

import type { ContentPart, Outcome, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { titleFromText } from '../../conversation/title.ts';
import {
  bytesPart,
  callOf,
  contentOf,
  imagesIn,
  noTime,
  textIn,
  usageOf,
  withoutFields,
} from '../agentSessions/content.ts';
import { readSessionRows } from '../agentSessions/salvage.ts';
import { createSessionSteps, type RowPosition, strayResult } from '../agentSessions/sessionSteps.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty, timeOf } from '../looseJson.ts';
import type { Draft } from '../steps.ts';
import { createImportedBytes, type ImportedBytes } from '../web/importedBytes.ts';
import { unifiedDiff } from './diff.ts';
import { withoutFiles } from './sessionFacts.ts';

export const piFormat: HistoryFormat = { program: 'pi', recognises, read };

function recognises(head: string): boolean {
  const first = head.trimStart().split('\n', 1)[0] ?? '';
  const parsed = parseLooseJson(first);
  const row = jsonObjectOrNull('value' in parsed ? parsed.value : null);
  return row?.type === 'session' && typeof row.id === 'string' && typeof row.cwd === 'string' && !('payload' in row);
}

/** `<time>_<id>.jsonl`; needed when only the end of a file is read. */
function sessionOfName(name: string): string {
  const stem = name.replace(/^.*[\\/]/, '').replace(/\.jsonl$/i, '');
  return /_([0-9a-f-]{36})$/i.exec(stem)?.[1] ?? stem;
}

function isRecord(row: JsonObject): boolean {
  return typeof row.type === 'string' && typeof row.timestamp === 'string';
}

async function* read(file: HistoryFile, signal: AbortSignal): AsyncIterable<History | HistoryProblem> {
  const problems: HistoryProblem[] = [];
  const session = createReader(file.name, problems);
  for await (const line of readSessionRows(file, isRecord, signal)) {
    if ('row' in line) session.take(line.line, line.row);
    else problems.push(line);
  }
  yield await session.history();
}

function createReader(fileName: string, problems: HistoryProblem[]) {
  const bytes = createImportedBytes();
  const steps = createSessionSteps('pi');
  let session = sessionOfName(fileName);
  let [title, prompt, folder, time] = ['', '', null as string | null, noTime];
  let hasHeader = false;

  function takeMessage(place: RowPosition, line: number, row: JsonObject, message: JsonObject): void {
    const base = { name: place.id, createdAt: time };
    const origin = { ids: [place.id], kept: withoutFields(row, 'message', 'parentId', 'timestamp', 'type') };
    switch (message.role) {
      case 'user':
        prompt ||= titleBehindFiles(message.content);
        steps.add(place, { ...base, role: 'user', content: contentOf(partsOf(message.content, bytes)), origin });
        return;
      case 'assistant':
        takeReply(place, row, message);
        return;
      case 'toolResult': {
        const parts = partsOf(message.content, bytes);
        const content = textIn(parts);
        const otherFields = withoutFields(message, 'role', 'content', 'toolCallId', 'toolName', 'timestamp');
        const added = steps.result(
          place,
          { id: textOrEmpty(message.toolCallId) || null, tool: textOrEmpty(message.toolName) },
          {
            ...base,
            ...{ content, images: imagesIn(parts), kept: otherFields },
            outcome: outcomeOf(message, content),
            details: detailsOf(message, content),
          },
        );
        if (added !== 'added') problems.push(strayResult(fileName, line, added));
        return;
      }
      case 'bashExecution': {
        const { command, output, exitCode, cancelled } = message;
        const failed = typeof exitCode === 'number' && exitCode !== 0;
        steps.add(place, {
          ...{ ...base, role: 'tool', partType: 'tool_run', tool_call_id: `run_${place.id}`, toolName: 'bash' },
          arguments: JSON.stringify({ command: textOrEmpty(command) }),
          content: textOrEmpty(output),
          outcome: cancelled === true ? 'cancelled' : failed ? 'error' : 'ok',
          ...(typeof exitCode === 'number' ? { details: { exitCode } } : {}),
          ...(message.excludeFromContext === true ? { includeInContext: false } : {}),
          origin,
        });
        return;
      }
      default:
        takeInserted(place, row, message.summary ?? message.content);
    }
  }

  function takeReply(place: RowPosition, row: JsonObject, message: JsonObject): void {
    const blocks = objectsOf(message.content);
    const textsOf = (type: string, field: string): string[] =>
      blocks.flatMap((block) => (block.type === type ? [textOrEmpty(block[field])] : [])).filter((text) => text !== '');
    const calls = blocks
      .filter(({ type }) => type === 'toolCall')
      .map((block, at) => callOf(block.id, block.name, block.arguments, `${place.id}_${at}`));
    const text = textsOf('text', 'text').join('\n\n');
    const thinking = textsOf('thinking', 'thinking').join('\n\n');
    const model = textOrEmpty(message.model);
    const error = textOrEmpty(message.errorMessage);
    const base = { name: place.id, createdAt: time, ...(model === '' ? {} : { model }) };
    const isEmpty = text === '' && thinking === '' && calls.length === 0;
    const origin = {
      ids: [place.id],
      kept: { ...withoutFields(row, 'message', 'type'), message: withoutFields(message, 'content', 'usage') },
    };
    if (!isEmpty || message.stopReason !== 'error') {
      const usage = usageIn(message.usage);
      const stopped = message.stopReason === 'aborted' && calls.length === 0;
      steps.reply(place, {
        ...base,
        role: 'assistant',
        content: text || null,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(thinking === '' ? {} : { reasoning: thinking }),
        ...(usage ? { usage } : {}),
        ...(stopped ? { finishReason: 'stopped' } : message.stopReason === 'length' ? { finishReason: 'length' } : {}),
        origin,
      });
      if (message.stopReason === 'aborted') steps.stop();
    }
    if (message.stopReason !== 'error') return;
    steps.add(isEmpty ? place : { id: place.id, parent: place.id }, {
      ...{ ...base, name: `${place.id} error`, role: 'assistant', content: null, partType: 'error' },
      error: { code: 'LLM_ERROR', message: error || 'unknown' },
      origin: isEmpty ? origin : {},
    });
  }

  /** Text of an extension, or a summary of a branch that the user left: sent to the model, not written by the user. */
  function takeInserted(place: RowPosition, row: JsonObject, content: unknown): void {
    const text = typeof content === 'string' ? content : textIn(partsOf(content, bytes));
    if (text === '') {
      steps.pass(place, row);
      return;
    }
    const otherFields = withoutFields(row, 'message', 'content', 'summary', 'parentId', 'timestamp');
    const draft: Draft = {
      name: place.id,
      createdAt: time,
      role: 'system',
      partType: 'environment',
      content: text,
      origin: { kept: otherFields },
    };
    steps.add(place, draft);
  }

  function takeHeader(row: JsonObject): void {
    folder ??= textOrEmpty(row.cwd) || null;
    if (hasHeader) return;
    hasHeader = true;
    session = textOrEmpty(row.id) || session;
  }

  return {
    take(line: number, row: JsonObject): void {
      time = timeOf(row.timestamp) ?? time;
      if (row.type === 'session') {
        takeHeader(row);
        return;
      }
      const id = textOrEmpty(row.id) || `line ${line}`;
      const parent = row.parentId === null || typeof row.parentId === 'string' ? row.parentId : undefined;
      const place: RowPosition = { id, parent: typeof row.id === 'string' ? parent : undefined };
      const message = jsonObjectOrNull(row.message);
      if (row.type === 'message' && message) {
        takeMessage(place, line, row, message);
        return;
      }
      if (row.type === 'session_info') title = textOrEmpty(row.name);
      if (row.type === 'custom_message') {
        takeInserted(place, row, row.content);
        return;
      }
      if (row.type === 'branch_summary') {
        takeInserted(place, row, row.summary);
        return;
      }
      if (row.type !== 'compaction' || textOrEmpty(row.summary).trim() === '') {
        steps.pass(place, row);
        return;
      }
      steps.summary(place, {
        ...{ name: id, createdAt: time, text: textOrEmpty(row.summary), tokensAfter: 0, besideTexts: new Set() },
        tokensBefore: countOrUndefined(row.tokensBefore) ?? 0,
        firstKept: textOrEmpty(row.firstKeptEntryId) || null,
        kept: withoutFields(row, 'summary', 'parentId'),
      });
    },
    async history(): Promise<History> {
      const built = await steps.build(session);
      return {
        program: 'pi',
        session,
        title: title || prompt,
        folder,
        ...built,
        agents: [],
        attachments: bytes.all,
        problems,
      };
    },
  };
}

/** A title for a prompt that begins with files; empty for any other, whose own first words are its title. */
function titleBehindFiles(content: unknown): string {
  const text = typeof content === 'string' ? content : textOrEmpty(objectsOf(content)[0]?.text);
  const rest = withoutFiles(text);
  return rest === text ? '' : titleFromText(rest);
}

function partsOf(content: unknown, bytes: ImportedBytes): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return objectsOf(content).flatMap((block): ContentPart[] => {
    if (typeof block.text === 'string') return [{ type: 'text', text: block.text }];
    return block.type === 'image'
      ? [bytesPart(bytes, { data: block.data, mediaType: block.mimeType, name: 'image' })]
      : [];
  });
}

/** Pi's input excludes cache reads and writes. */
function usageIn(value: unknown) {
  const usage = jsonObjectOrNull(value);
  if (!usage) return null;
  const count = (name: string): number => countOrUndefined(usage[name]) ?? 0;
  const total = countOrUndefined(jsonObjectOrNull(usage.cost)?.total);
  return usageOf({
    inputTokens: count('input') + count('cacheRead') + count('cacheWrite'),
    outputTokens: count('output'),
    cachedInputTokens: count('cacheRead'),
    cacheWriteTokens: count('cacheWrite'),
    ...(total === undefined || total === 0 ? {} : { reportedCost: total }),
  });
}

function outcomeOf(message: JsonObject, content: string): Outcome {
  if (message.isError !== true) return 'ok';
  if (/(?:^|\n)(?:Command|Operation) aborted\s*$/.test(content)) return 'cancelled';
  return 'error';
}

function detailsOf(message: JsonObject, content: string): ToolDetails {
  const details = jsonObjectOrNull(message.details) ?? {};
  const exit = /(?:^|\n)Command exited with code (\d+)\s*$/.exec(content)?.[1];
  const diff = unifiedDiff(textOrEmpty(details.patch) || textOrEmpty(details.diff));
  return {
    ...(message.toolName !== 'bash'
      ? {}
      : exit === undefined
        ? message.isError === true
          ? {}
          : { exitCode: 0 }
        : { exitCode: Number(exit) }),
    ...(diff === '' ? {} : { diff }),
  };
}
