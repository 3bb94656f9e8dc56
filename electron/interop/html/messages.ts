// Renders the messages of a shared page. Omits content for the model only.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  type SystemMessage,
  type ToolCall,
  type ToolMessage,
  textOf,
} from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { isImageType } from '../../../shared/core/imageType.ts';
import { branchTo } from '../web/origin.ts';
import { validParts } from '../web/validParts.ts';
import { renderBlock, renderCallBox } from './callBox.ts';
import { createRenderContext, type RenderContext } from './renderContext.ts';

/** Limit per image. */
const maxPicture = 10 * 1024 * 1024;
/** Maximum nesting of agents to render. */
const deepestAgent = 5;

export async function* messagesHtml(drawing: RenderContext, depth = 0): AsyncGenerator<string> {
  const branch = branchTo(drawing.source.messages, drawing.source.headId);
  const results = new Map(pairResults(branch).slots.map(({ call, result }) => [call, result]));
  const paired = new Set([...results.values()].filter((result) => result !== null));
  // The model of the previous reply; consecutive replies share a heading.
  let previousModel: string | null = null;
  for (const record of branch) {
    const turn = drawing.slice();
    if (turn) await turn;
    const speaker = record.role === 'assistant' && record.partType !== 'note' ? (record.model ?? '') : null;
    const removedNote = record.role === 'tool' ? '' : `<p class="aside">${drawing.words.removed}</p>\n`;
    const goesOn = speaker !== null && speaker === previousModel;
    const html = isRemoved(record) ? removedNote : await render(record, results, paired, drawing, depth, goesOn);
    if (html === '') continue;
    yield html;
    previousModel = isRemoved(record) ? null : speaker;
  }
}

type Results = ReadonlyMap<ToolCall, ToolMessage | null>;

async function render(
  record: Message,
  results: Results,
  paired: ReadonlySet<ToolMessage>,
  drawing: RenderContext,
  depth: number,
  goesOn: boolean,
): Promise<string> {
  switch (record.role) {
    case 'user': {
      const text = textOf(record);
      const textHtml = isBlankText(text) ? '' : `<div class="plain" dir="auto">${drawing.safe(text)}</div>`;
      const attached = await attachments(record.content, drawing);
      return article('you', drawing.words.you, record, `${attached}${textHtml}`, drawing);
    }
    case 'assistant':
      return reply(record, results, drawing, depth, goesOn);
    case 'tool': {
      if (record.partType !== 'tool_run' && paired.has(record)) return '';
      const call = {
        id: '',
        type: 'function' as const,
        function: { name: record.toolName, arguments: record.arguments ?? '' },
      };
      const box = await renderCallBox(call, record, '', drawing);
      return record.partType === 'tool_run' ? article('', drawing.words.ranByYou, record, box, drawing) : box;
    }
    case 'system':
      return summary(record, drawing);
  }
}

function article(kind: string, who: string, record: Message, inner: string, drawing: RenderContext): string {
  if (inner === '') return '';
  const at = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(record.createdAt);
  const time =
    at && !record.createdAt.startsWith('1970') ? `<time datetime="${at[0]}Z">${at[1]} ${at[2]} UTC</time>` : '';
  const model = record.role === 'assistant' && record.model ? `<span>${drawing.safe(String(record.model))}</span>` : '';
  const name = kind === '' ? '' : ` class="${kind}"`;
  return `<article${name}><div class="who"><b>${who}</b>${model}${time}</div>${inner}</article>\n`;
}

async function reply(
  record: AssistantMessage,
  results: Results,
  drawing: RenderContext,
  depth: number,
  goesOn: boolean,
): Promise<string> {
  const { words } = drawing;
  const text = record.content ?? '';
  if (record.partType === 'note') return `<p class="aside">${drawing.safe(text)}</p>\n`;
  const thought = typeof record.reasoning === 'string' ? record.reasoning : '';
  const parts = [
    isBlankText(thought) || drawing.without.has('thinking')
      ? ''
      : `<details class="thinking"><summary><span class="name">${words.thinking}</span></summary><div class="inside text">${await drawing.markdown(thought)}</div></details>`,
    isBlankText(text) ? '' : `<div class="text">${await drawing.markdown(text)}</div>`,
  ];
  for (const [at, call] of callsOf(record).entries()) {
    const result = results.get(call) ?? null;
    const inner = `${result && !drawing.without.has('results') ? await pictures(result.attachments, drawing) : ''}${await agents(record.id, at, drawing, depth)}`;
    parts.push(await renderCallBox(call, result, inner, drawing));
  }
  const { error } = record;
  if (error) parts.push(`<p class="error"><b>${words.error}:</b> ${drawing.safe(String(error.message ?? ''))}</p>`);
  const inner = parts.join('');
  if (goesOn && inner !== '') return `<article class="on">${inner}</article>\n`;
  return article('', words.assistant, record, inner, drawing);
}

/** Conversations that a call started. */
async function agents(messageId: string, index: number, drawing: RenderContext, depth: number): Promise<string> {
  if (depth >= deepestAgent) return '';
  let html = '';
  for (const { source, call } of drawing.source.agents) {
    if (call?.messageId !== messageId || call.index !== index) continue;
    const inner = createRenderContext(source, drawing.words, drawing.mask, drawing.slice, drawing.without);
    let records_ = '';
    for await (const piece of messagesHtml(inner, depth + 1)) records_ += piece;
    const title = `<span class="name">${drawing.words.subAgent}</span><span class="brief">${drawing.safe(source.title)}</span>`;
    html += `<details><summary>${title}</summary><div class="inside">${records_}</div></details>`;
  }
  return html;
}

function summary(record: SystemMessage, drawing: RenderContext): string {
  if (record.partType !== 'summary') return '';
  if (isBlankText(record.content)) return `<p class="aside">${drawing.words.cleared}</p>\n`;
  const inner = renderBlock('', record.content, drawing).replace('<h2></h2>', '');
  return `<details><summary><span class="name">${drawing.words.summary}</span></summary><div class="inside">${inner}</div></details>\n`;
}

async function attachments(content: unknown, drawing: RenderContext): Promise<string> {
  const parts = validParts(content);
  const files = parts.flatMap((part) => (part.type === 'file' ? [part.name] : []));
  const images = parts.flatMap((part) => (part.type === 'image' ? [part] : []));
  const listed =
    files.length === 0 ? '' : `<p class="aside">${drawing.words.attached}: ${drawing.safe(files.join(', '))}</p>`;
  return `${await pictures(images, drawing)}${listed}`;
}

async function pictures(content: unknown, drawing: RenderContext): Promise<string> {
  if (!Array.isArray(content)) return '';
  let html = '';
  for (const { hash, mediaType, name } of content.filter((each) => typeof each?.hash === 'string')) {
    const alt = drawing.safe(typeof name === 'string' ? name : '');
    const bytes = isImageType(mediaType) ? await drawing.source.attachment(hash) : null;
    if (!bytes || bytes.length > maxPicture)
      html += `<p class="aside">${drawing.words.attached}: ${alt || drawing.safe(String(mediaType))}</p>`;
    else
      html += `<img class="picture" alt="${alt}" src="data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}">`;
  }
  return html;
}
