// Words of how the model is to answer.

export const modelOptionStrings = {
  label: 'How the model answers',
  /** Of the button, where what is sent is not what was chosen. */
  differs: 'This model does not take all of it.',
  /** The first of what was chosen, and how many more. */
  andMore: (first: string, more: number) => `${first} +${more}`,
  reset: 'Use defaults',
  default: 'Default',
  defaultHint: 'As the provider sets it.',
  effort: 'Effort',
  efforts: {
    none: { label: 'None', short: 'No thinking', hint: 'Answers at once, without thinking.' },
    minimal: { label: 'Minimal', short: 'Minimal effort', hint: 'Hardly thinks at all.' },
    low: { label: 'Low', short: 'Low effort', hint: 'Thinks briefly. Fast and cheap.' },
    medium: { label: 'Medium', short: 'Medium effort', hint: 'Balances speed and care.' },
    high: { label: 'High', short: 'High effort', hint: 'Thinks longer, for harder tasks.' },
    xhigh: { label: 'Very high', short: 'Very high effort', hint: 'Thinks much longer and costs more.' },
    max: { label: 'Maximum', short: 'Maximum effort', hint: 'Thinks as long as it can. Slow and expensive.' },
  },
  most: 'Longest reply',
  mostHint: (most: number | null) =>
    `In tokens, with thinking.${most === null ? '' : ` Up to ${most.toLocaleString('en')}.`}`,
  mostOf: (tokens: number) => `At most ${tokens.toLocaleString('en')} tokens`,
  mostWrong: 'Enter a whole number from 16 to 1,000,000, or nothing.',
  temperature: 'Temperature',
  temperatureHint: 'From 0 (steady) to 2 (varied).',
  temperatureOf: (value: number) => `Temperature ${value}`,
  temperatureWrong: 'Enter a number from 0 to 2, or nothing.',
  thinking: 'Show its thinking',
  thinkingHint: 'Asks for a summary where the model would not show any.',
  thinkingOff: 'Thinking not shown',
  search: 'Provider’s web search',
  searchHint: 'The provider searches the web by itself, without asking you.',
  searchOn: 'Web search by the provider',
  kept: 'Kept with this chat. New chats with this model start the same way.',
  running: 'This run goes on as it began. Changes count from your next message.',
  demo: 'The scripted demo always answers the same, so there is nothing to choose.',
  unknown: (model: string) =>
    `It is not known what ${model} takes. You can choose anything, but the server may refuse it.`,
  leftEffort: (model: string, takesOne: boolean) =>
    `${model} takes no effort${takesOne ? ' together with tools' : ''}, so it is not sent.`,
  leftTemperature: (model: string, takesOne: boolean) =>
    `${model} takes no ${takesOne ? 'such temperature at this effort' : 'temperature'}, so it is not sent.`,
  otherEffort: (model: string, chosen: string, sent: string) =>
    `${model} has no “${chosen}” effort. “${sent}” is sent instead.`,
  otherMost: (model: string, most: number) =>
    `${model} writes at most ${most.toLocaleString('en')} tokens. That is sent instead.`,
  /** A server whose tools each turn has to use. */
  required: {
    label: 'Use a tool from a server in each turn',
    short: (server: string) => `Always ${server}`,
    none: 'No server',
    noneHint: 'The model decides which tools it uses.',
    hint: 'If the first reply of a turn uses none of its tools, the model is asked again.',
    of: (server: string) => `Use a tool from ${server} in each turn`,
    gone: 'This server is not set up here.',
  },
} as const;
