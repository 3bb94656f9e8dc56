// What the model receives besides messages, for display: each item with its current text, what the next message changes
// about it, and where it comes from. Read-only.

import { environmentOf } from '../../../shared/conversation/environment.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { EnvironmentTopic, Message, NewMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type {
  InstructionText,
  ModelInstructionsPart,
  ModelInstructionsReport,
} from '../../../shared/features/context/methods.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { systemPrompt, toApiTool } from '../../chat/context/contextBuilder.ts';
import { endsTopic } from '../../chat/context/environment.ts';
import { folderOf } from '../../chat/context/folderInstructions.ts';
import { pendingContextRecords } from '../../chat/context/nextRequest.ts';
import { endsText, type StandingText } from '../../chat/context/standingTexts.ts';
import { runSettings } from '../../chat/runSettings.ts';
import { toolText } from '../../conversation/estimateTokens.ts';
import { metaSchema } from '../../conversation/formats.ts';
import type { StoredBranch } from '../../ports/store.ts';

const maxVisible = 100_000;

/** One-time events that no longer apply. */
const events: readonly EnvironmentTopic[] = ['changes', 'resource', 'hook'];
const first: readonly EnvironmentTopic[] = ['moment', 'instructions', 'plan', 'agent'];
/** There may be several at the same time. */
const listedApart: readonly EnvironmentTopic[] = ['folder'];

export async function readContextReport(
  deps: ChatDeps,
  conversationId: string | null,
  projectId: string,
): Promise<Result<ModelInstructionsReport>> {
  const branch =
    conversationId === null ? ok(nextOf(projectId)) : await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const settings = await runSettings(deps, branch.value, { preview: true });
  if (!settings.ok) return settings;
  const { model, offered, folder, trusted } = settings.value;
  const { sent, environment, standing, records } = await pendingContextRecords(deps, branch.value, settings.value);
  const isLeftOut = (record: Message | undefined): boolean =>
    record !== undefined && isHidden(record, branch.value.meta.marks);
  const items: ReportEntry[] = [{ about: 'system', now: systemPrompt, next: null }];
  const texts = new Map(standing.map((text) => [text.about as EnvironmentTopic, text]));
  const others = sent
    .flatMap((record) => environmentOf(record) ?? [])
    .filter((about) => !events.includes(about) && !listedApart.includes(about));
  for (const about of new Set([...first, ...texts.keys(), ...others])) {
    const last = sent.findLast((record) => environmentOf(record) === about);
    const part: ReportEntry = { about, ...aboutTopic(last, records, about), ...fromStanding(texts.get(about)) };
    if (isLeftOut(last)) part.why = 'hidden';
    if (about === 'instructions') {
      const { instructions } = environment;
      if ('text' in instructions && instructions.cut) part.cut = true;
      if ('none' in instructions && instructions.none === 'untrusted' && folder !== null && !trusted) {
        part.why = 'untrusted';
      }
      if ('problem' in instructions) part.problem = instructions.problem;
    }
    // Most users have no team, and an empty line about one would only raise questions.
    const isListed = about !== 'team' && texts.has(about);
    if (part.now !== null || part.next !== null || isListed || part.why || part.problem) items.push(part);
    if (about === 'instructions') items.push(...folderParts(sent, records, isLeftOut));
  }
  const tools = offered.map((tool) => toolText(toApiTool(tool)));
  items.push({ about: 'tools', now: tools.length === 0 ? null : tools.join('\n\n'), next: null, count: tools.length });
  return ok({ model, projectId: branch.value.projectId, parts: await measured(deps, model.model, items) });
}

/** The instructions of folders inside the project folder. */
function folderParts(
  sent: readonly Message[],
  records: readonly NewMessage[],
  isLeftOut: (record: Message) => boolean,
): ReportEntry[] {
  const last = new Map<string, Message>();
  for (const record of sent) {
    const folder = folderOf(record);
    if (folder !== null) last.set(folder, record);
  }
  return [...last].flatMap(([folder, record]) => {
    const changes = records.filter((each) => 'environment' in each && each.environment?.folder === folder);
    const part: ReportEntry = { about: 'folder', folder, ...aboutTopic(record, changes, 'folder') };
    if (isLeftOut(record)) part.why = 'hidden';
    return part.now === null && part.next === null ? [] : [part];
  });
}

interface ReportEntry extends Omit<ModelInstructionsPart, 'now' | 'next' | 'path' | 'problem'> {
  now: string | null;
  next: string | null;
  ends?: boolean;
  text?: StandingText;
  problem?: UserText;
}

/** A conversation that does not exist yet. */
function nextOf(projectId: string): StoredBranch {
  return {
    conversationId: '',
    projectId,
    meta: metaSchema.parse({}),
    messages: [],
    hasEarlier: false,
    headId: null,
    lastId: null,
    notices: [],
    readOnly: null,
  };
}

function aboutTopic(
  last: Message | undefined,
  records: readonly NewMessage[],
  about: EnvironmentTopic,
): Pick<ReportEntry, 'now' | 'next' | 'ends' | 'messageId'> {
  const next = records.find((record) => 'environment' in record && record.environment?.about === about);
  const nextText = contentOf(next);
  const before = contentOf(last);
  const now = before === null || isEnd(before) ? null : before;
  return {
    now,
    next: nextText !== null && !isEnd(nextText) ? nextText : null,
    ...(nextText !== null && isEnd(nextText) ? { ends: true } : {}),
    ...(now !== null && last ? { messageId: last.id } : {}),
  };
}

function contentOf(record: { content: unknown } | undefined): string | null {
  return typeof record?.content === 'string' ? record.content : null;
}

function isEnd(content: string): boolean {
  return endsText(content) || endsTopic(content);
}

function fromStanding(text: StandingText | undefined): Pick<ReportEntry, 'text' | 'why' | 'cut'> {
  if (!text) return {};
  return { text, ...(text.isOff ? { why: 'off' } : {}), ...(text.isCut ? { cut: true } : {}) };
}

async function measured(
  deps: Pick<ChatDeps, 'tokens'>,
  model: string,
  items: readonly ReportEntry[],
): Promise<ModelInstructionsPart[]> {
  const texts = [...new Set(items.flatMap(({ now, next }) => [now ?? [], next ?? []].flat()))];
  const counts = await deps.tokens.count(model, texts);
  const tokens = new Map(texts.map((text, at) => [text, counts[at] ?? 0]));
  const instructionText = (text: string | null): InstructionText | null =>
    text === null
      ? null
      : {
          text: text.slice(0, maxVisible).toWellFormed(),
          tokens: tokens.get(text) ?? 0,
          bytes: new TextEncoder().encode(text).length,
          ...(text.length > maxVisible ? { shortened: true } : {}),
        };
  return items.map(({ now, next, ends, text, problem = text?.problem, ...part }) => ({
    ...part,
    now: instructionText(now),
    next: ends ? 'ends' : instructionText(next),
    path: text?.path ?? null,
    problem: problem === undefined ? null : toUserTextData(problem),
  }));
}
