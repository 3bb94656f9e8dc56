// The system prompt. It is the same for every conversation and never stored; what is said besides it, or changes over time, enters
// the history as `environment` records instead.

import words from './systemPrompt.md?raw';

export const systemPrompt = words.trim();
