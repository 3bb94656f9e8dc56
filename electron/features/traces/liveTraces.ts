// Converts finished runs to spans and sends them to the user's trace store. Off by default. Never delays or affects a
// run; its status is shown in the settings.

import { randomUUID } from 'node:crypto';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { Settings, TraceEncoding } from '../../../shared/features/settings/settings.ts';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';
import { maxResult } from '../../interop/otlp/content.ts';
import { type Span, spanIdOf, toAttributes, toNanoseconds, traceIdOf } from '../../interop/otlp/span.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keychain } from '../../ports/keychain.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { postTraces, type TracesTarget } from './postTraces.ts';
import { createOtlpSender, type OtlpSender, type SenderState } from './sender.ts';
import { traceBody } from './traceBody.ts';
import { createTraceHeaders, type HeaderValues } from './traceHeaders.ts';
import type { LiveTraces } from './traces.ts';

export interface LiveTracesDeps {
  store: ConversationStore;
  settings: {
    read(): Promise<{ settings: Settings }>;
    update(patch: Record<string, unknown>): Promise<Result<unknown>>;
  };
  keychain: Keychain & { remember(secret: string): void };
  way: Required<Pick<TracesTarget, 'fetch' | 'describe'>> & { close(): Promise<void> };
  mask: SecretMask;
  clock: Clock;
  version: string;
}

/** Runs waiting to be converted; more means we cannot keep up. */
const maxWaiting = 100;
/** Spans known to be sent, since a continued run repeats the earlier ones of its turn. */
const maxKnown = 20_000;
const closeMs = 1000;
/** Pause between two reports of the status, in milliseconds. */
const reportMs = 250;
/** Spans to queue before yielding. */
const atOnce = 64;

interface Target {
  endpoint: string;
  headers: HeaderValues;
  service: string;
  encoding: TraceEncoding;
}

export function createLiveTraces(deps: LiveTracesDeps): LiveTraces {
  const { settings, mask, clock, version } = deps;
  const secrets = createTraceHeaders(deps.keychain);
  const how = { fetch: deps.way.fetch, describe: deps.way.describe };
  const runs = createRunRecords();
  const sentIds = new Set<string>();
  const closing = new AbortController();
  let sender: { key: string; sender: OtlpSender } | null = null;
  const before = { sent: 0, dropped: 0 };
  let lastSentAt: string | null = null;
  let problem: TracesInfo['problem'] = null;
  let waiting = 0;
  const listeners = new Set<() => void>();
  let reportTimer: NodeJS.Timeout | null = null;
  let work: Promise<void> = Promise.resolve();

  const stored = async (): Promise<Settings['traces']> => (await settings.read()).settings.traces;

  async function target(): Promise<Result<Target> | null> {
    const { address, headers: names, service, encoding } = await stored();
    if (address === '') return null;
    const values = await secrets.read(new URL(address).origin);
    if (!values.ok) return values;
    if (isLost(names, values.value)) {
      return fail(
        'SETTINGS_INVALID',
        say`The header values are missing. Enter them again. Nothing is sent without them.`,
      );
    }
    return ok({ endpoint: address, headers: values.value, service, encoding });
  }

  function report(): void {
    reportTimer ??= setTimeout(() => {
      reportTimer = null;
      for (const listener of [...listeners]) listener();
    }, reportMs).unref();
  }

  function recordStatus(newProblem: UserText | null): void {
    const at = clock.now().toISOString();
    if (newProblem === null) lastSentAt = at;
    problem = newProblem === null ? null : { at, said: toUserTextData(newProblem) };
    report();
  }

  function senderFor(to: Target): OtlpSender {
    const key = JSON.stringify(to);
    if (sender?.key === key) return sender.sender;
    void retire();
    const next = createOtlpSender({ ...to, ...how, version, clock, onAttempt: recordStatus });
    sender = { key, sender: next };
    return next;
  }

  async function retire(ms?: number): Promise<void> {
    const old = sender;
    sender = null;
    await old?.sender.close(ms);
    const { sent = 0, dropped = 0 }: Partial<SenderState> = old?.sender.state() ?? {};
    before.sent += sent;
    before.dropped += dropped;
  }

  async function sendRun(conversationId: string, messages: readonly Message[]): Promise<void> {
    const { on, content } = await stored();
    const to = on ? await target() : null;
    if (to === null) return;
    if (!to.ok) return recordStatus(errorSentence(to.error));
    const [{ exportSourceOfRun }, { toSpans }] = await Promise.all([
      import('../../interop/exportSource.ts'),
      import('../../interop/otlp/toSpans.ts'),
    ]);
    const signal = closing.signal;
    const runTree = await exportSourceOfRun(deps.store, conversationId, messages, {
      version,
      idFor: (id) => id,
      signal,
      maxResult,
    });
    const spans = (await toSpans(runTree, { content, mask: mask.text })).filter(({ spanId }) => !sentIds.has(spanId));
    const out = senderFor(to.value);
    const slice = createTimeSlice();
    for (let at = 0; at < spans.length; at += atOnce) {
      const some = spans.slice(at, at + atOnce);
      for (const { spanId } of some) sentIds.add(spanId);
      out.send(some);
      report();
      const pause = slice();
      if (pause) await pause;
    }
    for (const id of sentIds) if (sentIds.size > maxKnown) sentIds.delete(id);
  }

  async function info(): Promise<TracesInfo> {
    const { address, headers } = await stored();
    const values = address === '' || headers.length === 0 ? ok({}) : await secrets.read(new URL(address).origin);
    const now = sender?.sender.state();
    return {
      headers,
      headersLost: isLost(headers, values.ok ? values.value : {}),
      sent: before.sent + (now?.sent ?? 0),
      dropped: before.dropped + (now?.dropped ?? 0),
      queued: now?.queued ?? 0,
      lastSentAt,
      problem,
    };
  }

  return {
    heard(conversationId, event, messages) {
      const records = runs.heard(conversationId, event, messages);
      if (!records || records.length === 0 || waiting >= maxWaiting || closing.signal.aborted) return;
      waiting++;
      work = work
        .then(() => sendRun(conversationId, records))
        .catch((thrown: unknown) => recordStatus(String(thrown)))
        .finally(() => {
          waiting--;
        });
    },

    async settingsChanged() {
      const { on } = await stored();
      const to = on ? await target() : null;
      // Drop spans queued for a former destination.
      if (!to?.ok || sender?.key !== JSON.stringify(to.value)) await retire(0);
      report();
    },

    info,

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    async setHeaders(typed) {
      const now = await stored();
      if (now.address === '')
        return fail('SETTINGS_INVALID', say`Enter the address first. Headers are saved for a specific address.`);
      const names = await secrets.save(new URL(now.address).origin, typed);
      if (!names.ok) return names;
      const saved = await settings.update({ traces: { ...now, headers: names.value } });
      report();
      return saved.ok ? ok(await info()) : saved;
    },

    async test(signal) {
      const to = await target();
      if (to === null) return fail('SETTINGS_INVALID', say`Enter the address first.`);
      if (!to.ok) return to;
      const { service, encoding } = to.value;
      const body = await traceBody(encoding, [testSpan(clock.now())], { version, service });
      const attempt = await postTraces({ ...to.value, ...how }, body, signal);
      if (signal.aborted) return fail('CANCELLED', say`The test was stopped.`);
      recordStatus(attempt.problem);
      return attempt.problem === null ? ok(undefined) : fail('LLM_NETWORK', attempt.problem);
    },

    async learnKeys() {
      const { address, headers } = await stored();
      if (headers.length > 0 && address !== '') await secrets.read(new URL(address).origin);
    },

    async close(ms = closeMs) {
      const until = clock.elapsed() + ms;
      const late = new AbortController();
      await Promise.race([work, clock.wait(ms / 2, late.signal)]);
      late.abort();
      closing.abort();
      listeners.clear();
      if (reportTimer) clearTimeout(reportTimer);
      await retire(Math.max(0, until - clock.elapsed()));
      await deps.way.close();
    },
  };
}

function isLost(names: readonly string[], values: HeaderValues): boolean {
  return names.some((name) => values[name.toLowerCase()] === undefined);
}

/** The span of a connection test, without any user content. */
function testSpan(now: Date): Span {
  const id = randomUUID();
  const at = toNanoseconds(now.getTime());
  return {
    traceId: traceIdOf('test', id),
    spanId: spanIdOf('test', id),
    name: 'Throughline test',
    kind: 1,
    startTimeUnixNano: at,
    endTimeUnixNano: at,
    attributes: toAttributes({ 'throughline.test': true }),
  };
}

/** Determines the records of a run, from its question to its end. Sub-agents' records belong to the run that started them. */
interface RunRecords {
  /** The run's records if the event ended a reportable one; else null. */
  heard(conversationId: string, event: ConversationEvent, messages: readonly Message[]): readonly Message[] | null;
}

function createRunRecords(): RunRecords {
  /** The last record before each running run; null if none. */
  const runStarts = new Map<string, string | null>();
  /** Running sub-agent conversations. */
  const agents = new Set<string>();
  return {
    heard(conversationId, event, messages) {
      if (event.type === 'call.agent') agents.add(event.conversationId);
      if (event.type === 'run.started') runStarts.set(conversationId, messages.at(-1)?.id ?? null);
      if (event.type !== 'run.ended') return null;
      const before = runStarts.get(conversationId);
      runStarts.delete(conversationId);
      if (agents.delete(conversationId) || before === undefined) return null;
      return recordsSince(messages, before);
    },
  };
}

function recordsSince(messages: readonly Message[], before: string | null): readonly Message[] {
  const after = before === null ? 0 : messages.findIndex(({ id }) => id === before) + 1;
  const first = messages.slice(after).find(({ role }) => role !== 'system');
  // A run that continues an earlier question belongs to it.
  const question = first?.role === 'user' ? -1 : messages.slice(0, after).findLastIndex(({ role }) => role === 'user');
  return messages.slice(question === -1 ? after : question);
}
