// Reads a Copilot CLI session event by event, into one conversation for the user and one for each sub-agent.

import type { ContentPart, Usage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { bytesPart, callOf, contentOf, noTime, usageOf, withoutFields } from '../agentSessions/content.ts';
import {
  createSessionSteps,
  type ReplyDraft,
  type RowPosition,
  type SessionSteps,
  strayResult,
} from '../agentSessions/sessionSteps.ts';
import type { History, HistoryAgent, HistoryProblem } from '../history.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, textOrEmpty, timeOf } from '../looseJson.ts';
import { createImportedBytes } from '../web/importedBytes.ts';
import { type CallStart, detailsOf, imagesOf, outcomeOf, resultText } from './results.ts';
import { isByUser } from './sessionFacts.ts';

/** Of no use to a reader of the conversation, and most of the file: requests, totals, the system prompt, telemetry. */
const noise =
  /^(?:session\.(?:usage_record|usage_info|shutdown|binary_asset|truncation)|system\.message|assistant\.(?:usage|turn_start|turn_end|intent)|hook\.|permission\.)/;
const telemetry = ['toolTelemetry', 'transformedContent'] as const;

/** One conversation: the user's, or a sub-agent's. */
interface Thread {
  steps: SessionSteps;
  started: JsonObject | null;
}

export function isEvent(row: JsonObject): boolean {
  return typeof row.type === 'string' && typeof row.timestamp === 'string' && jsonObjectOrNull(row.data) !== null;
}

export function createCopilotReader(fileSession: string, fileName: string, problems: HistoryProblem[]) {
  const bytes = createImportedBytes();
  const assets = new Map<string, JsonObject>();
  const started = new Map<string, CallStart>();
  const refusals = new Map<string, string>();
  const usages = new Map<string, Usage>();
  /** Thinking that is an event of its own belongs to the next reply. */
  const thinking = new Map<SessionSteps, string>();
  const awaitingUsage = new Map<string, ReplyDraft>();
  const threads = new Map<string, Thread>();
  /** Sub-agents by the call that started them: older versions name only the call. */
  const agentOfCall = new Map<string, string>();
  let session = fileSession;
  const main = createSessionSteps('copilot');
  let [title, folder, time] = ['', null as string | null, noTime];
  let events = 0;

  function threadOf(row: JsonObject, data: JsonObject): SessionSteps {
    const call = textOrEmpty(data.parentToolCallId);
    const agent = textOrEmpty(row.agentId) || (call === '' ? '' : (agentOfCall.get(call) ?? call));
    if (agent === '') return main;
    const thread = threads.get(agent) ?? { steps: createSessionSteps('copilot'), started: null };
    threads.set(agent, thread);
    return thread.steps;
  }

  function startAgent(row: JsonObject, data: JsonObject): void {
    const call = textOrEmpty(data.toolCallId);
    const agent = textOrEmpty(row.agentId) || call;
    if (agent === '') return;
    agentOfCall.set(call, agent);
    threadOf({ agentId: agent }, {});
    const thread = threads.get(agent);
    if (thread) thread.started = data;
  }

  function partOf(attachment: JsonObject): ContentPart {
    const name =
      textOrEmpty(attachment.displayName) ||
      textOrEmpty(attachment.title) ||
      textOrEmpty(attachment.path) ||
      textOrEmpty(attachment.url);
    const asset = assets.get(textOrEmpty(attachment.assetId));
    const data = asset?.data ?? attachment.data;
    if (typeof data === 'string')
      return bytesPart(bytes, { data, mediaType: asset?.mimeType ?? attachment.mimeType, name });
    const text = textOrEmpty(attachment.text);
    return {
      type: 'text',
      text: text === '' ? `\n[${name || textOrEmpty(attachment.type) || 'file'}]` : `\n[${name}]\n${text}`,
    };
  }

  function takeUser(steps: SessionSteps, place: RowPosition, row: JsonObject, data: JsonObject): void {
    const text = textOrEmpty(data.content);
    const base = { name: place.id, createdAt: time };
    const otherFields = {
      ...withoutFields(row, 'data', 'id', 'parentId', 'timestamp'),
      data: withoutFields(data, 'content', 'attachments', ...telemetry),
    };
    const origin = { ids: [place.id], kept: otherFields };
    if (steps === main && !isByUser(data.source)) {
      steps.add(place, { ...base, role: 'system', partType: 'environment', content: text, origin });
      return;
    }
    const parts: ContentPart[] = [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...objectsOf(data.attachments).map(partOf),
    ];
    steps.add(place, { ...base, role: 'user', content: contentOf(parts), origin });
  }

  function takeReply(steps: SessionSteps, place: RowPosition, row: JsonObject, data: JsonObject): void {
    const calls = objectsOf(data.toolRequests).map((request, at) =>
      callOf(request.toolCallId, request.name, request.arguments, `${place.id}_${at}`),
    );
    const model = textOrEmpty(data.model);
    const thought = textOrEmpty(data.reasoningText) || (thinking.get(steps) ?? '');
    thinking.delete(steps);
    const requests = objectsOf(data.toolRequests).map((request) => withoutFields(request, 'arguments'));
    const apiCall = textOrEmpty(data.apiCallId);
    const usage = usages.get(apiCall);
    const reply = steps.reply(place, {
      ...{ name: place.id, createdAt: time, role: 'assistant', content: textOrEmpty(data.content) || null },
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(thought === '' ? {} : { reasoning: thought }),
      ...(model === '' ? {} : { model }),
      ...(usage ? { usage } : {}),
      origin: {
        ids: [place.id],
        kept: {
          ...withoutFields(row, 'data', 'id', 'parentId', 'timestamp'),
          data: {
            ...withoutFields(data, 'content', 'reasoningText', 'toolRequests', ...telemetry),
            ...(requests.length > 0 ? { toolRequests: requests } : {}),
          },
        },
      },
    });
    // A request may write several messages; its tokens count once.
    if (usage) usages.delete(apiCall);
    else if (apiCall !== '') awaitingUsage.set(apiCall, reply);
  }

  function takeResult(steps: SessionSteps, place: RowPosition, line: number, data: JsonObject): void {
    const id = textOrEmpty(data.toolCallId);
    const start = started.get(id);
    const content = resultText(data);
    const details = detailsOf(data, start, refusals.get(id));
    const outcome = outcomeOf(data, details);
    const fields = {
      ...{ name: place.id, createdAt: time, content, outcome, details },
      images: imagesOf(data, assets, bytes),
      ...(start ? { startedAt: start.time, duration: Math.max(0, Date.parse(time) - Date.parse(start.time)) } : {}),
      kept: { data: withoutFields(data, 'result', 'toolTelemetry') },
    };
    if (start?.isManual && !steps.hasCall(id)) {
      steps.add(place, {
        ...{ name: place.id, createdAt: time, content, outcome, details, role: 'tool', partType: 'tool_run' },
        ...{ tool_call_id: id, toolName: start.tool, arguments: start.input, origin: { kept: fields.kept } },
      });
      return;
    }
    const added = steps.result(place, { id, tool: start?.tool ?? '' }, fields);
    if (added !== 'added') problems.push(strayResult(fileName, line, added));
  }

  function takeCompaction(steps: SessionSteps, place: RowPosition, row: JsonObject, data: JsonObject): void {
    const text = textOrEmpty(data.summaryContent);
    if (data.success === false || text.trim() === '') {
      steps.pass(place, row);
      return;
    }
    steps.summary(place, {
      ...{ name: place.id, createdAt: time, text, firstKept: null, besideTexts: new Set() },
      tokensBefore: countOrUndefined(data.preCompactionTokens) ?? 0,
      tokensAfter: countOrUndefined(data.postCompactionTokens) ?? 0,
      kept: { data: withoutFields(data, 'summaryContent') },
    });
  }

  function takeUsage(data: JsonObject): void {
    const counts = jsonObjectOrNull(data.usage) ?? data;
    const id = textOrEmpty(counts.apiCallId);
    const usage = usageOf({
      inputTokens: counts.inputTokens,
      outputTokens: counts.outputTokens,
      cachedInputTokens: counts.cacheReadTokens,
      cacheWriteTokens: counts.cacheWriteTokens,
      reasoningTokens: counts.reasoningTokens,
    });
    if (!usage || id === '') return;
    const reply = awaitingUsage.get(id);
    if (reply) reply.usage ??= usage;
    else usages.set(id, usage);
  }

  function takeStart(row: JsonObject, data: JsonObject): void {
    const context = jsonObjectOrNull(data.context);
    folder ??= textOrEmpty(context?.cwd) || textOrEmpty(data.cwd) || null;
    const id = textOrEmpty(data.sessionId);
    if (row.type !== 'session.start' || id === '' || id === session || events > 1) return;
    session = id;
  }

  function takeFact(steps: SessionSteps, place: RowPosition, line: number, row: JsonObject, data: JsonObject): void {
    switch (row.type) {
      case 'session.start':
      case 'session.resume':
        takeStart(row, data);
        (steps === main ? steps : main).pass(place, row);
        return;
      case 'session.binary_asset':
        assets.set(textOrEmpty(data.assetId), data);
        steps.pass(place, null);
        return;
      case 'session.usage_record':
      case 'assistant.usage':
        takeUsage(data);
        steps.pass(place, null);
        return;
      case 'session.title_changed':
        title = textOrEmpty(data.title) || title;
        steps.pass(place, row);
        return;
      case 'session.snapshot_rewind':
        if (!steps.rewindBefore(textOrEmpty(data.upToEventId)))
          problems.push({ file: fileName, line, message: say`The place that the session went back to is unknown` });
        steps.pass(place, row);
        return;
      case 'subagent.started':
        startAgent(row, data);
        main.pass(place, row);
        return;
      case 'tool.user_requested':
      case 'tool.execution_start':
        takeCallStart(row, data);
        steps.pass(place, null);
        return;
      case 'permission.completed':
        refusals.set(textOrEmpty(data.toolCallId), textOrEmpty(jsonObjectOrNull(data.result)?.kind));
        steps.pass(place, null);
        return;
      case 'abort':
        steps.stop();
        steps.pass(place, row);
        return;
      default:
        steps.pass(place, noise.test(textOrEmpty(row.type)) ? null : row);
        return;
    }
  }

  function takeCallStart(row: JsonObject, data: JsonObject): void {
    const id = textOrEmpty(data.toolCallId);
    const before = started.get(id);
    const input = JSON.stringify(data.arguments ?? {});
    const isManual = row.type === 'tool.user_requested' || before?.isManual === true;
    started.set(id, { tool: textOrEmpty(data.toolName), input, time, isManual });
  }

  function takeError(steps: SessionSteps, place: RowPosition, data: JsonObject): void {
    const status = countOrUndefined(data.statusCode);
    steps.add(place, {
      ...{ name: place.id, createdAt: time, role: 'assistant', content: null, partType: 'error' },
      error: {
        code: 'LLM_ERROR',
        message: textOrEmpty(data.message) || 'unknown',
        ...(status === undefined ? {} : { status }),
      },
      origin: { ids: [place.id], kept: { data: withoutFields(data, 'message') } },
    });
  }

  function historyOf(
    thread: { session: string; title: string },
    built: Awaited<ReturnType<SessionSteps['build']>>,
  ): History {
    return { program: 'copilot', ...thread, folder, ...built, agents: [], attachments: bytes.all, problems: [] };
  }

  return {
    /** Whether nothing in it was an event. */
    isForeign: () => events === 0,
    take(line: number, row: JsonObject): void {
      const data = jsonObjectOrNull(row.data);
      if (!isEvent(row) || !data) return;
      events++;
      time = timeOf(row.timestamp) ?? time;
      const place: RowPosition = { id: textOrEmpty(row.id) || `line ${line}`, parent: undefined };
      const steps = threadOf(row, data);
      switch (row.type) {
        case 'user.message':
          takeUser(steps, place, row, data);
          return;
        case 'assistant.message':
          takeReply(steps, place, row, data);
          return;
        case 'assistant.reasoning':
          thinking.set(steps, textOrEmpty(data.content));
          steps.pass(place, null);
          return;
        case 'tool.execution_complete':
          takeResult(steps, place, line, data);
          return;
        case 'session.compaction_complete':
          takeCompaction(steps, place, row, data);
          return;
        case 'session.error':
          takeError(steps, place, data);
          return;
        case 'system.notification':
          steps.add(place, {
            ...{ name: place.id, createdAt: time, role: 'system', partType: 'environment' },
            content: textOrEmpty(data.content),
            origin: { ids: [place.id], kept: { data: withoutFields(data, 'content') } },
          });
          return;
        default:
          takeFact(steps, place, line, row, data);
          return;
      }
    },
    async history(name: string): Promise<History> {
      const history = { ...historyOf({ session, title: name || title }, await main.build(session)), problems };
      const built = new Map<SessionSteps, History>([[main, history]]);
      for (const [agent, { steps, started: data }] of threads) {
        const label = textOrEmpty(data?.agentDescription) || textOrEmpty(data?.agentDisplayName);
        built.set(
          steps,
          historyOf({ session: `${session}/${agent}`, title: label }, await steps.build(`${session}/${agent}`)),
        );
      }
      for (const [agent, { steps, started: data }] of threads) {
        const agentHistory = built.get(steps);
        if (!agentHistory || agentHistory.messages.length === 0) continue;
        const call = textOrEmpty(data?.toolCallId) || agent;
        const owner = [main, ...[...threads.values()].map((thread) => thread.steps)].find(
          (one) => one !== steps && one.hasCall(call),
        );
        const entry: HistoryAgent = { history: agentHistory, call: owner?.callPosition(call) ?? null };
        (built.get(owner ?? main) ?? history).agents.push(entry);
      }
      return history;
    },
  };
}
