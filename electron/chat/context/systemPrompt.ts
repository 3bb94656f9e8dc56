// The system prompt. It is the same for every conversation and never stored; anything additional, or changing over
// time, enters the history as `environment` records instead.

import words from './systemPrompt.md?raw';

export const systemPrompt = words.trim();
