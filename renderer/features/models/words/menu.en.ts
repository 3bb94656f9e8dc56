// English strings for the pages of the model menu.

import type { ModelInfo } from '../../../../shared/features/models/modelInfo.ts';
import { formatTokenCount } from '../../../core/format/tokens.ts';

export const catalog = {
  list: {
    filter: 'Find a model or agent, or type a name…',
    use: (name: string) => `Use “${name}”`,
    /** Short facts about a model from its server. */
    facts: ({ contextWindow, tools, images, thinking, loaded, price }: ModelInfo) =>
      [
        loaded ? 'loaded' : '',
        contextWindow === undefined ? '' : `${formatTokenCount(contextWindow)} tokens`,
        tools === undefined ? '' : tools ? 'tools' : 'no tools',
        images ? 'images' : '',
        thinking ? 'thinking' : '',
        price === undefined
          ? ''
          : price.input + price.output === 0
            ? 'free'
            : `$${price.input} in, $${price.output} out`,
      ]
        .filter(Boolean)
        .join(' · '),
    of: (provider: string) => `Models from ${provider}`,
    loading: 'Loading models…',
    notFound: 'No matching models.',
    settings: 'Providers…',
    back: 'Back to models',
  },
  label: 'Model options',
  reset: 'Use defaults',
  default: 'Default',
  defaultHint: 'Uses the provider’s default.',
  effort: 'Effort',
  efforts: {
    none: { label: 'None', hint: 'Answers right away, without thinking.' },
    minimal: { label: 'Minimal', hint: 'Thinks very little.' },
    low: { label: 'Low', hint: 'Thinks briefly. Fast and cheap.' },
    medium: { label: 'Medium', hint: 'Balances speed and care.' },
    high: { label: 'High', hint: 'Thinks longer, for harder tasks.' },
    xhigh: { label: 'Very high', hint: 'Thinks much longer and costs more.' },
    max: { label: 'Maximum', hint: 'Thinks as long as it can. Slow and expensive.' },
  },
  most: 'Max output tokens',
  mostHint: (most: number | null) =>
    `Including thinking.${most === null ? '' : ` Up to ${most.toLocaleString('en')}.`}`,
  maxInvalid: 'Enter a whole number from 16 to 1,000,000, or leave empty.',
  temperature: 'Temperature',
  temperatureHint: 'From 0 (consistent) to 2 (varied).',
  temperatureWrong: 'Enter a number from 0 to 2, or leave empty.',
  thinking: 'Show thinking',
  thinkingHint: 'Requests a summary from models that don’t show their thinking.',
  search: 'Provider’s web search',
  searchHint: 'The provider searches the web on its own, without asking you.',
  kept: 'Saved with this conversation. New conversations with this model start the same way.',
  running: 'This run keeps its settings. Changes apply from your next message.',
  demo: 'The scripted demo always answers the same way, so there are no options.',
  unknown: (model: string) =>
    `Throughline doesn’t know which options ${model} supports. The server may reject some of these.`,
  leftEffort: (model: string, takesOne: boolean) =>
    `${model} doesn’t support effort${takesOne ? ' together with tools' : ''}, so it isn’t sent.`,
  leftTemperature: (model: string, takesOne: boolean) =>
    `${model} doesn’t support ${takesOne ? 'this temperature at this effort' : 'temperature'}, so it isn’t sent.`,
  otherEffort: (model: string, chosen: string, sent: string) =>
    `${model} has no “${chosen}” effort. “${sent}” is sent instead.`,
  otherMost: (model: string, max: number) =>
    `${model} is limited to ${max.toLocaleString('en')} tokens. That limit is sent instead.`,
  /** A server whose tools every turn must use. */
  required: {
    label: 'Require an MCP tool in every turn',
    row: 'Required MCP tool',
    none: 'Off',
    noneHint: 'The model decides which tools it uses.',
    hint: 'If the first reply of a turn doesn’t use one of its tools, the model is asked again.',
    gone: 'This server isn’t set up.',
  },
} as const;
