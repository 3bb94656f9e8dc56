// Imports JSON exports of other chat apps: Cherry Studio assistants, LibreChat presets, Open WebUI models, character
// cards. Each is recognized by its unique fields. Pure.

import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { efforts, type ModelOptions } from '../../../../shared/features/models/modelOptions.ts';
import { outputBounds, temperatureBounds } from '../../../../shared/features/models/optionBounds.ts';
import type { PresetExample } from '../../../../shared/features/presets/preset.ts';
import {
  type Fields,
  type ForeignPreset,
  isFields,
  nonEmptyFieldNames,
  textOf,
  toPresetExamples,
} from './foreignPreset.ts';

/** `stem` is the file name. Returns the reason if it is none of these. */
export function parseJsonPresets(
  text: string,
  stem: string,
): ForeignPreset[] | { line: number | null; message: UserText } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line: null, message: say`It is not valid JSON.` };
  }
  const items: unknown[] = Array.isArray(value) ? value : listIn(value);
  const presetItems = items.flatMap((item) => (isFields(item) ? (presetIn(item, stem) ?? []) : []));
  if (presetItems.length > 0) return presetItems;
  return {
    line: null,
    message: say`It is not a preset, a Cherry Studio, LibreChat or Open WebUI export, or a character card.`,
  };
}

/** Some versions of Cherry Studio and Open WebUI wrap their lists. */
function listIn(value: unknown): unknown[] {
  if (!isFields(value)) return [];
  const list = value.assistants ?? value.agents ?? value.models;
  return Array.isArray(list) ? list : [value];
}

function presetIn(item: Fields, stem: string): ForeignPreset | null {
  if (typeof item.spec === 'string' && item.spec.startsWith('chara_card')) return cardPreset(item);
  if ('endpoint' in item && ('promptPrefix' in item || 'presetId' in item || 'title' in item))
    return libreChat(item, stem);
  const model = isFields(item.info) ? { ...item.info, id: item.id, name: item.name } : item;
  if ('base_model_id' in model && isFields(model.params)) return openWebUi(model);
  if (textOf(item.name) !== '' && textOf(item.prompt) !== '') return cherryStudio(item);
  return null;
}

/** `settings` has a switch for each number. */
function cherryStudio(item: Fields): ForeignPreset {
  const settings = isFields(item.settings) ? item.settings : {};
  const on = (key: string, number: unknown): unknown => (settings[key] === false ? undefined : number);
  const options = optionsFrom({
    temperature: on('enableTemperature', settings.temperature),
    maxOutputTokens: settings.enableMaxTokens === true ? settings.maxTokens : undefined,
    effort: settings.reasoning_effort,
  });
  return {
    fields: {
      name: textOf(item.name),
      description: textOf(item.description),
      words: textOf(item.prompt),
      modelOptions: options,
      examples: pairsIn(item.messages),
    },
    skipped: nonEmptyFieldNames(item, [
      'emoji',
      'group',
      'model',
      'defaultModel',
      'knowledge_bases',
      'regularPhrases',
      'mcpServers',
    ]),
  };
}

function libreChat(item: Fields, stem: string): ForeignPreset {
  const named = [item.title, item.modelLabel, item.chatGptLabel].map(textOf).find((name) => name !== '');
  const options = optionsFrom({
    temperature: item.temperature,
    maxOutputTokens: item.max_tokens ?? item.maxOutputTokens,
    effort: item.reasoning_effort ?? item.effort,
  });
  return {
    fields: {
      name: named ?? stem,
      words: [item.promptPrefix, item.system].map(textOf).filter(Boolean).join('\n\n'),
      modelOptions: options,
      examples: libreExamples(item.examples),
    },
    skipped: nonEmptyFieldNames(item, [
      'endpoint',
      'model',
      'top_p',
      'topP',
      'topK',
      'presence_penalty',
      'frequency_penalty',
      'stop',
      'tools',
    ]),
  };
}

function openWebUi(item: Fields): ForeignPreset {
  const params = isFields(item.params) ? item.params : {};
  const meta = isFields(item.meta) ? item.meta : {};
  return {
    fields: {
      name: textOf(item.name) || textOf(item.id),
      description: textOf(meta.description),
      words: textOf(params.system),
      modelOptions: optionsFrom({
        temperature: params.temperature,
        maxOutputTokens: params.max_tokens,
        effort: params.reasoning_effort,
      }),
    },
    skipped: [
      ...nonEmptyFieldNames(item, ['base_model_id']),
      ...nonEmptyFieldNames(params, ['top_p', 'top_k', 'seed', 'stop', 'num_ctx', 'frequency_penalty'], 'params.'),
      ...nonEmptyFieldNames(meta, ['toolIds', 'filterIds', 'knowledge', 'suggestion_prompts', 'capabilities'], 'meta.'),
    ],
  };
}

/** Out-of-range values are app-specific; the provider's default is used. */
function optionsFrom(values: { temperature: unknown; maxOutputTokens: unknown; effort: unknown }): ModelOptions {
  const within = (value: unknown, { min, max }: { min: number; max: number }): value is number =>
    typeof value === 'number' && value >= min && value <= max;
  const effort = efforts.find((one) => one === values.effort);
  return {
    ...(within(values.temperature, temperatureBounds) ? { temperature: values.temperature } : {}),
    ...(within(values.maxOutputTokens, outputBounds) && Number.isInteger(values.maxOutputTokens)
      ? { maxOutputTokens: values.maxOutputTokens }
      : {}),
    ...(effort ? { effort } : {}),
  };
}

/** User messages that are directly followed by an answer. */
function pairsIn(messages: unknown): PresetExample[] {
  if (!Array.isArray(messages)) return [];
  const turns = messages.filter(isFields).map(({ role, content }) => ({ role, text: textOf(content) }));
  return toPresetExamples(
    turns.flatMap((one, at) => (one.role === 'user' ? [[one.text, answerAt(turns, at)] as const] : [])),
  );
}

function answerAt(turns: readonly { role: unknown; text: string }[], at: number): string {
  const next = turns[at + 1];
  return next?.role === 'assistant' ? next.text : '';
}

function libreExamples(examples: unknown): PresetExample[] {
  if (!Array.isArray(examples)) return [];
  const content = (value: unknown): string => (isFields(value) ? textOf(value.content) : '');
  return toPresetExamples(
    examples.filter(isFields).map(({ input, output }) => [content(input), content(output)] as const),
  );
}

/**
 * Imports character cards (`chara_card_v2`, `chara_card_v3`) as JSON, as written by SillyTavern and others. Presets
 * have no place for picture, greetings and lore. Pure.
 */
function cardPreset(card: Fields): ForeignPreset {
  const data = isFields(card.data) ? card.data : card;
  const name = textOf(data.name);
  const spoken = (value: unknown): string =>
    textOf(value)
      .replaceAll(/\{\{char\}\}/gi, name)
      .replaceAll(/\{\{user\}\}/gi, 'the user');
  const parts = [data.system_prompt, data.description, data.personality, data.scenario, data.post_history_instructions];
  return {
    fields: {
      name,
      description: textOf(data.creator_notes),
      // `{{original}}` stands for the app's own system prompt.
      words: parts
        .map((part) =>
          spoken(part)
            .replaceAll(/\{\{original\}\}/gi, '')
            .trim(),
        )
        .filter(Boolean)
        .join('\n\n'),
      examples: exampleTalk(textOf(data.mes_example), name),
    },
    skipped: nonEmptyFieldNames(data, ['first_mes', 'alternate_greetings', 'character_book', 'extensions']),
  };
}

/** `<START>` begins a dialogue; lines start with the speaker. */
function exampleTalk(text: string, name: string): PresetExample[] {
  const turns: [string, string][] = [];
  for (const talk of text.split(/<START>/i)) {
    let who: 'user' | 'char' | null = null;
    let pair: [string, string] = ['', ''];
    const end = (): void => {
      turns.push([pair[0].trim(), pair[1].trim()]);
      pair = ['', ''];
    };
    for (const line of talk.split(/\r?\n/)) {
      const [, user, char] = /^\s*(?:(\{\{user\}\}|<USER>):|(\{\{char\}\}|<BOT>):)/i.exec(line) ?? [];
      if (user && pair[1] !== '') end();
      if (user) who = 'user';
      else if (char) who = 'char';
      const spokenText = user || char ? line.replace(/^[^:]*:\s*/, '') : line;
      if (who === 'user') pair[0] += `${spokenText}\n`;
      else if (who === 'char') pair[1] += `${spokenText}\n`;
    }
    end();
  }
  return toPresetExamples(turns.map(([user, char]) => [withName(user, name), withName(char, name)] as const));
}

function withName(text: string, name: string): string {
  return text.replaceAll(/\{\{char\}\}/gi, name).replaceAll(/\{\{user\}\}/gi, 'the user');
}
