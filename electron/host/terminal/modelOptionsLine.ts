// How the model is to answer: options of the command line, and what becomes of them.

import type { ConversationState, ModelRef } from '../../../shared/conversation/event.ts';
import { type Effort, efforts, type ModelOptions, modelOptionsSchema } from '../../../shared/modelOptions.ts';
import { optionsSent } from '../../lib/optionsSent.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './terminalText.ts';

interface Given {
  effort?: string | undefined;
  'max-output'?: string | undefined;
  temperature?: string | undefined;
}

/** Null where nothing was given; a sentence where something is no possible value. */
export function modelOptionsLine({ effort, 'max-output': most, temperature }: Given): ModelOptions | null | string {
  if (effort === undefined && most === undefined && temperature === undefined) return null;
  if (effort !== undefined && !efforts.includes(effort as Effort)) {
    return `--effort must be one of ${efforts.join(', ')}, not "${effort}"`;
  }
  const options = {
    ...(effort === undefined ? {} : { effort }),
    ...(most === undefined ? {} : { maxOutputTokens: numberOf(most) }),
    ...(temperature === undefined ? {} : { temperature: numberOf(temperature) }),
  };
  const parsed = modelOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  return parsed.error.issues[0]?.path[0] === 'temperature'
    ? '--temperature must be a number from 0 to 2'
    : '--max-output must be a whole number from 16 to 1000000';
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** What of the chosen options the model does not take: it is not sent, or something else goes for it. */
export async function tellUnsent(
  { core, err }: Pick<Terminal, 'core' | 'err'>,
  before: Pick<ConversationState, 'model' | 'modelOptions'>,
  overrides: { model?: ModelRef; modelOptions?: ModelOptions },
): Promise<void> {
  const options = { ...before.modelOptions, ...overrides.modelOptions };
  const standard = await core.providers.defaultModel();
  const model = overrides.model ?? before.model ?? (standard.ok ? standard.value : null);
  const provider = model && (await core.providers.get(model.provider));
  if (!model || !provider?.ok) return;
  const { left, instead } = optionsSent(provider.value, model.model, options);
  const name = visibleLine(model.model);
  if (left.includes('effort')) err(`${name} takes no effort: it is not sent.\n`);
  if (left.includes('temperature')) err(`${name} takes no temperature with these settings: it is not sent.\n`);
  if (instead.effort) err(`${name} has no effort “${options.effort}”: “${instead.effort}” is sent.\n`);
  if (instead.maxOutputTokens)
    err(`${name} writes at most ${instead.maxOutputTokens} tokens: that many are asked for.\n`);
}
