// English strings for model options.

export const catalog = {
  label: 'Model options',
  /** For the button, if the sent options differ from the chosen ones. */
  differs: 'This model doesn’t support all of them.',
  /** The first choice, and the number of others. */
  andMore: (first: string, more: number) => `${first} +${more}`,
  reset: 'Use defaults',
  default: 'Default',
  defaultHint: 'Uses the provider’s default.',
  effort: 'Effort',
  efforts: {
    none: { label: 'None', short: 'No thinking', hint: 'Answers right away, without thinking.' },
    minimal: { label: 'Minimal', short: 'Minimal effort', hint: 'Thinks very little.' },
    low: { label: 'Low', short: 'Low effort', hint: 'Thinks briefly. Fast and cheap.' },
    medium: { label: 'Medium', short: 'Medium effort', hint: 'Balances speed and care.' },
    high: { label: 'High', short: 'High effort', hint: 'Thinks longer, for harder tasks.' },
    xhigh: { label: 'Very high', short: 'Very high effort', hint: 'Thinks much longer and costs more.' },
    max: { label: 'Maximum', short: 'Maximum effort', hint: 'Thinks as long as it can. Slow and expensive.' },
  },
  most: 'Max output tokens',
  mostHint: (most: number | null) =>
    `Including thinking.${most === null ? '' : ` Up to ${most.toLocaleString('en')}.`}`,
  mostOf: (tokens: number) => `Max ${tokens.toLocaleString('en')} tokens`,
  maxInvalid: 'Enter a whole number from 16 to 1,000,000, or leave empty.',
  temperature: 'Temperature',
  temperatureHint: 'From 0 (consistent) to 2 (varied).',
  temperatureOf: (value: number) => `Temperature ${value}`,
  temperatureWrong: 'Enter a number from 0 to 2, or leave empty.',
  thinking: 'Show thinking',
  thinkingHint: 'Requests a summary from models that don’t show their thinking.',
  thinkingOff: 'Thinking not shown',
  search: 'Provider’s web search',
  searchHint: 'The provider searches the web on its own, without asking you.',
  searchOn: 'Provider’s web search',
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
    short: (server: string) => `Always ${server}`,
    none: 'Off',
    noneHint: 'The model decides which tools it uses.',
    hint: 'If the first reply of a turn doesn’t use one of its tools, the model is asked again.',
    of: (server: string) => `Use a tool from ${server} in every turn`,
    gone: 'This server isn’t set up.',
  },
} as const;
