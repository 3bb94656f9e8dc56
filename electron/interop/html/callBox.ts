// Renders a call on a shared page: one line that expands to arguments, result and changes.

import type { ToolCall, ToolMessage } from '../../../shared/conversation/message.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { firstCharacters } from '../../lib/text.ts';
import { escapeHtml } from './escape.ts';
import type { RenderContext } from './renderContext.ts';

/** Limit per result or diff. Masking comes before truncation: a truncated secret would not be recognized. */
const maxCharacters = 100_000;
const maxBrief = 300;

export async function renderCallBox(
  call: ToolCall,
  result: ToolMessage | null,
  inner: string,
  drawing: RenderContext,
): Promise<string> {
  const { words, source } = drawing;
  const isShown = !drawing.without.has('results');
  const fullText = result && isShown ? await source.result(result) : null;
  const { diff, exitCode } = (isShown ? result?.details : null) ?? {};
  const parts = [
    renderBlock(words.arguments, prettyJson(call.function.arguments), drawing),
    typeof diff === 'string' && diff !== '' ? diffBlock(diff, drawing) : '',
    fullText === null ? noResult(result, drawing) : fullText === '' ? '' : renderBlock(words.result, fullText, drawing),
    typeof exitCode === 'number' ? `<p class="note">${words.exitCode(exitCode)}</p>` : '',
    inner,
  ];
  const name = `<span class="name">${drawing.safe(call.function.name)}</span>`;
  const brief = `<span class="brief">${drawing.safe(summaryOf(call.function.arguments), maxBrief)}</span>`;
  return `<details class="call"><summary>${name}${brief}${endOf(result, drawing)}</summary><div class="inside">${parts.join('')}</div></details>`;
}

function noResult(result: ToolMessage | null, { words }: RenderContext): string {
  return `<p class="note">${result ? words.resultLeftOut : words.noResult}</p>`;
}

function endOf(result: ToolMessage | null, { words }: RenderContext): string {
  if (!result) return '';
  const outcome = words.outcome[result.outcome] ?? result.outcome;
  const time = typeof result.duration === 'number' ? ` · ${duration(result.duration)}` : '';
  return `<span class="end"><span class="${result.outcome === 'ok' ? 'ok' : 'bad'}">${escapeHtml(outcome)}</span>${time}</span>`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function renderBlock(title: string, text: string, drawing: RenderContext): string {
  return `<h2>${title}</h2><pre>${drawing.safe(text, maxCharacters)}</pre>${cutNote(text, drawing)}`;
}

function cutNote(text: string, { words }: RenderContext): string {
  return text.length <= maxCharacters ? '' : `<p class="note">${words.cut(maxCharacters, text.length)}</p>`;
}

function diffBlock(diff: string, drawing: RenderContext): string {
  const lines = firstCharacters(drawing.mask(diff), maxCharacters)
    .split('\n')
    .map((line) => {
      const kind = /^(?:\+\+\+|---|@@|\\)/.test(line)
        ? 'at'
        : line.startsWith('+')
          ? 'add'
          : line.startsWith('-')
            ? 'del'
            : '';
      return `<span${kind === '' ? '' : ` class="${kind}"`}>${escapeHtml(line)}</span>`;
    });
  return `<h2>${drawing.words.changes}</h2><pre class="diff">${lines.join('')}</pre>${cutNote(diff, drawing)}`;
}

/** Summary to tell calls of one tool apart: the first short text argument. */
function summaryOf(text: string): string {
  const value = parsed(text);
  const first = isJsonObject(value)
    ? Object.values(value).find((field) => typeof field === 'string' && field !== '')
    : text;
  return (typeof first === 'string' ? first : '').replace(/\s+/g, ' ').trim();
}

function prettyJson(text: string): string {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return text;
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    // Too deep to parse.
    return text;
  }
}

function parsed(text: string): unknown {
  if (text.length > maxCharacters) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
