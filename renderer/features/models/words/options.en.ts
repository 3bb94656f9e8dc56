// English strings for the summary of model options in the composer.

export const catalog = {
  /** For the button, if the sent options differ from the chosen ones. */
  differs: 'This model doesn’t support all of them.',
  /** The first choice, and the number of others. */
  andMore: (first: string, more: number) => `${first} +${more}`,
  efforts: {
    none: 'No thinking',
    minimal: 'Minimal effort',
    low: 'Low effort',
    medium: 'Medium effort',
    high: 'High effort',
    xhigh: 'Very high effort',
    max: 'Maximum effort',
  },
  mostOf: (tokens: number) => `Max ${tokens.toLocaleString('en')} tokens`,
  temperatureOf: (value: number) => `Temperature ${value}`,
  thinkingOff: 'Thinking not shown',
  searchOn: 'Provider’s web search',
  requiredOf: (server: string) => `Use a tool from ${server} in every turn`,
} as const;
