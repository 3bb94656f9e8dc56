// Each API's stream for the same reply: events in the shape of recorded exchanges, and thinking with the data that the
// provider wants back. Written without looking at the readers.

import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';

export interface Speech {
  thought?: string;
  text?: string;
  /** Text arguments are sent as is if the API has text arguments; otherwise as their JSON value, or omitted. */
  calls?: readonly { id: string; name: string; arguments: Record<string, unknown> | string }[];
  /** Truncated by its token limit. */
  cutOff?: boolean;
}

/** Distinguishes one reply's signatures and IDs from another's. */
export interface SpeechOf {
  model: string;
  number: number;
}

/** Every event as sent, including the end. */
export function speak(kind: ProviderKind, speech: Speech, of: SpeechOf): string[] {
  return speechEvents(kind, speech, of).map((event) => frame(kind, event));
}

/** The same before encoding; `[DONE]` is a marker, not an event. */
export function speechEvents(kind: ProviderKind, speech: Speech, of: SpeechOf): unknown[] {
  return events[kind](speech, of);
}

/** One event, encoded for the API. */
export function frame(kind: ProviderKind, event: unknown): string {
  if (kind === 'ollama') return `${JSON.stringify(event)}\n`;
  if (event === '[DONE]') return 'data: [DONE]\n\n';
  const { type } = event as { type?: unknown };
  const name = (kind === 'anthropic' || kind === 'responses') && typeof type === 'string' ? `event: ${type}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

export function contentType(kind: ProviderKind): string {
  return kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream; charset=utf-8';
}

/** A piece of text in a stream that has started. */
export function textEvent(kind: ProviderKind, text: string): unknown {
  const choice = { index: 0, delta: { content: text }, finish_reason: null };
  return {
    openai: { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [choice] },
    responses: { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
    anthropic: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    gemini: { candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] },
    ollama: { model: 'm', message: { role: 'assistant', content: text }, done: false },
  }[kind];
}

/** An event without content. */
export function silentEvent(kind: ProviderKind): unknown {
  return {
    openai: { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {} }] },
    responses: { type: 'response.in_progress', response: { id: 'resp_1', status: 'in_progress' } },
    anthropic: { type: 'ping' },
    gemini: { candidates: [{ content: { role: 'model', parts: [] }, index: 0 }] },
    ollama: { model: 'm', message: { role: 'assistant', content: '' }, done: false },
  }[kind];
}

/** An error in the middle of a stream; `code`: the API's own. */
export function errorEvent(kind: ProviderKind, message: string, code: string): unknown {
  return {
    openai: { error: { message, type: code, code } },
    responses: { type: 'error', sequence_number: 9, code, message, param: null },
    anthropic: { type: 'error', error: { type: code, message }, request_id: 'req_1' },
    gemini: { error: { code: 503, message, status: code } },
    ollama: { error: message },
  }[kind];
}

/** The events before the first text. */
export function opening(kind: ProviderKind, { model, number }: SpeechOf): unknown[] {
  const usage = { input_tokens: 11, cache_read_input_tokens: 4, cache_creation_input_tokens: 2, output_tokens: 1 };
  switch (kind) {
    case 'openai':
    case 'gemini':
    case 'ollama':
      return [];
    case 'responses': {
      const response = { id: `resp_${number}`, object: 'response', status: 'in_progress', model, output: [] };
      const item = { id: `msg_${number}`, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
      return [
        { type: 'response.created', response },
        { type: 'response.output_item.added', output_index: 0, item },
      ];
    }
    case 'anthropic':
      return [
        {
          type: 'message_start',
          message: {
            id: `msg_${number}`,
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            usage,
          },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ];
  }
}

const asText = (given: Record<string, unknown> | string): string =>
  typeof given === 'string' ? given : JSON.stringify(given);

function asObject(given: Record<string, unknown> | string): unknown {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given;
  } catch {
    return {};
  }
}

const halves = (text: string): string[] =>
  [text.slice(0, text.length >> 1), text.slice(text.length >> 1)].filter(Boolean);

const events: Record<ProviderKind, (speech: Speech, of: SpeechOf) => unknown[]> = {
  openai({ thought = '', text = '', calls = [], cutOff }, { model, number }) {
    const chunk = (delta: object, finish: string | null = null) => ({
      id: `chatcmpl-${number}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...halves(thought).map((piece) => chunk({ reasoning_content: piece })),
      ...halves(text).map((piece) => chunk({ content: piece })),
      ...calls.flatMap(({ id, name, arguments: given }, index) => [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...halves(asText(given)).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      chunk({}, cutOff ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'),
      {
        ...chunk({}),
        choices: [],
        usage: {
          prompt_tokens: 17,
          completion_tokens: 5,
          total_tokens: 22,
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      },
      '[DONE]',
    ];
  },

  responses({ thought, text, calls = [], cutOff }, { model, number }) {
    const list: unknown[] = [];
    const output: object[] = [];
    const add = (item: object, between: (at: number) => unknown[], done: object): void => {
      const at = output.length;
      list.push({ type: 'response.output_item.added', output_index: at, item });
      list.push(...between(at), { type: 'response.output_item.done', output_index: at, item: done });
      output.push(done);
    };
    if (thought !== undefined) {
      const item = { id: `rs_${number}`, type: 'reasoning', summary: [] };
      add(
        item,
        (at) => [
          { type: 'response.reasoning_summary_part.added', output_index: at, summary_index: 0 },
          ...halves(thought).map((delta) => ({
            type: 'response.reasoning_summary_text.delta',
            output_index: at,
            summary_index: 0,
            delta,
          })),
        ],
        { ...item, summary: [{ type: 'summary_text', text: thought }], encrypted_content: sealed(model, number) },
      );
    }
    if (text !== undefined) {
      const item = { id: `msg_${number}`, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
      const part = { type: 'output_text', annotations: [], logprobs: [], text };
      add(
        item,
        (at) => [
          { type: 'response.content_part.added', output_index: at, content_index: 0, part: { ...part, text: '' } },
          ...halves(text).map((delta) => ({
            type: 'response.output_text.delta',
            output_index: at,
            content_index: 0,
            delta,
          })),
          { type: 'response.output_text.done', output_index: at, content_index: 0, text },
        ],
        { ...item, status: 'completed', content: [part], phase: calls.length > 0 ? 'commentary' : 'final_answer' },
      );
    }
    for (const [index, { id, name, arguments: given }] of calls.entries()) {
      const item = { id: `fc_${number}_${index}`, type: 'function_call', status: 'in_progress', call_id: id, name };
      const all = asText(given);
      add(
        { ...item, arguments: '' },
        (at) => [
          ...halves(all).map((delta) => ({ type: 'response.function_call_arguments.delta', output_index: at, delta })),
          { type: 'response.function_call_arguments.done', output_index: at, arguments: all },
        ],
        { ...item, status: 'completed', arguments: all },
      );
    }
    const usage = {
      input_tokens: 17,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 22,
    };
    const response = { id: `resp_${number}`, object: 'response', model, output, usage };
    const last = cutOff
      ? {
          type: 'response.incomplete',
          response: { ...response, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
        }
      : { type: 'response.completed', response: { ...response, status: 'completed' } };
    const begun = { ...response, status: 'in_progress', output: [], usage: null };
    return [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      ...list,
      last,
    ];
  },

  anthropic({ thought, text, calls = [], cutOff }, of) {
    const list: unknown[] = [];
    let index = 0;
    const block = (begun: object, deltas: readonly object[]): void => {
      list.push({ type: 'content_block_start', index, content_block: begun });
      list.push(...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })));
      list.push({ type: 'content_block_stop', index });
      index++;
    };
    if (thought !== undefined) {
      block({ type: 'thinking', thinking: '', signature: '' }, [
        ...halves(thought).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: sealed(of.model, of.number) },
      ]);
    }
    if (text !== undefined) {
      block(
        { type: 'text', text: '' },
        halves(text).map((piece) => ({ type: 'text_delta', text: piece })),
      );
    }
    for (const { id, name, arguments: given } of calls) {
      block({ type: 'tool_use', id, name, input: {} }, [
        { type: 'input_json_delta', partial_json: '' },
        ...halves(asText(given)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ]);
    }
    const reason = cutOff ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
    const start = opening('anthropic', of)[0];
    return [
      start,
      { type: 'ping' },
      ...list,
      {
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: 5, output_tokens_details: { thinking_tokens: 2 } },
      },
      { type: 'message_stop' },
    ];
  },

  gemini({ thought = '', text = '', calls = [], cutOff }, { model, number }) {
    const usageMetadata = {
      promptTokenCount: 17,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 22,
    };
    const chunk = (parts: unknown[], rest: object = {}) => ({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
      usageMetadata,
      modelVersion: model,
      responseId: `gem_${number}`,
    });
    const signed = { thoughtSignature: sealed(model, number) };
    const parts = calls.map(({ id, name, arguments: args }, at) => ({
      functionCall: { id, name, args: asObject(args) },
      ...(at === 0 ? signed : {}),
    }));
    const last = parts.length > 0 ? parts : [{ text: '', ...signed }];
    return [
      ...halves(thought).map((piece) => chunk([{ text: piece, thought: true }])),
      ...halves(text).map((piece) => chunk([{ text: piece }])),
      chunk(last),
      chunk([{ text: '' }], { finishReason: cutOff ? 'MAX_TOKENS' : 'STOP' }),
    ];
  },

  ollama({ thought = '', text = '', calls = [], cutOff }, { model }) {
    const line = (message: object, rest: object = {}) => ({
      model,
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', content: '', ...message },
      done: false,
      ...rest,
    });
    return [
      ...halves(thought).map((thinking) => line({ thinking })),
      ...halves(text).map((content) => line({ content })),
      ...calls.map(({ id, name, arguments: given }, index) =>
        line({ tool_calls: [{ id, function: { index, name, arguments: asObject(given) } }] }),
      ),
      line(
        {},
        {
          done: true,
          done_reason: cutOff ? 'length' : 'stop',
          total_duration: 9,
          prompt_eval_count: 17,
          eval_count: 5,
        },
      ),
    ];
  },
};

/** What a provider seals its thinking with: base64, different for each reply. */
export function sealed(model: string, number: number): string {
  return Buffer.from(`sealed by ${model}, reply ${number}`).toString('base64');
}
