// Links lines into a tree: each line's parent is the previous line on its branch.

import type { Message, SystemMessage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { objectsOf } from '../looseJson.ts';
import { uuidOf } from './names.ts';
import { importOriginOf } from './originalData.ts';
import { nonEmptyText } from './values.ts';

/** The app version whose format is written. */
const formVersion = '2.1.329';
/** A kept line of these types was malformed; its message has all that could be read. */
const messageTypes = new Set<unknown>(['user', 'assistant']);

interface ChainOptions {
  session: string;
  folder: string | null;
  agentId: string | null;
  /** Git branch of the first run, for lines before its first reply. */
  firstBranch: string | undefined;
}

export function createLineChain({ session, folder, agentId, firstBranch }: ChainOptions) {
  const lines: JsonObject[] = [];
  const uuids = new Set<string>();
  /** The last line, and all lines, of each message. */
  const ends = new Map<string, string | null>();
  const lineIds = new Map<string, string[]>();
  let tail: string | null = null;
  /** Git branch at the last reply. */
  let branch: string | undefined = firstBranch;
  let time = '1970-01-01T00:00:00.000Z';

  const common = { isSidechain: agentId !== null, ...(agentId === null ? {} : { agentId }), sessionId: session };

  function free(preferredId: string | null, fallback: string): string {
    // Reader-generated ids are not valid here, such as those for lines without one.
    const uuid = preferredId !== null && /^[\w-]+$/.test(preferredId) && !uuids.has(preferredId) ? preferredId : null;
    let name = uuid ?? uuidOf(`${session} ${fallback}`);
    for (let at = 2; uuids.has(name); at++) name = uuidOf(`${session} ${fallback} ${at}`);
    uuids.add(name);
    return name;
  }

  function timeOf(text: string): string {
    if (!Number.isNaN(Date.parse(text))) time = new Date(text).toISOString();
    return time;
  }

  function aboutRun(): JsonObject {
    const about = { userType: 'external', entrypoint: 'cli', cwd: folder ?? '/', version: formVersion };
    return branch === undefined ? about : { ...about, gitBranch: branch };
  }

  function keep(keptLines: readonly unknown[] | undefined): void {
    for (const line of objectsOf(keptLines)) {
      const uuid = nonEmptyText(line.uuid);
      if (messageTypes.has(line.type)) continue;
      if (uuid === null) {
        lines.push('sessionId' in line ? { ...line, sessionId: session } : line);
        continue;
      }
      const name = free(uuid, `kept ${uuid}`);
      const isBoundary = line.subtype === 'compact_boundary';
      const logical = isBoundary || 'logicalParentUuid' in line ? { logicalParentUuid: tail } : {};
      const parent = { parentUuid: isBoundary ? null : tail, ...logical };
      // The app rejects a session with an invalid time.
      const timestamp = timeOf(nonEmptyText(line.timestamp) ?? '');
      lines.push({ ...line, ...parent, uuid: name, sessionId: session, timestamp });
      tail = name;
    }
  }

  return {
    /** The next line follows that message. */
    goTo(parentId: string | null): void {
      if (parentId === null) tail = null;
      else tail = ends.get(parentId) ?? tail;
    },
    ends(id: string): void {
      ends.set(id, tail);
    },
    endOf(id: string | null): string | null {
      return (id === null ? null : ends.get(id)) ?? tail;
    },
    keepBefore: (record: Message): void => keep(importOriginOf(record)?.before),
    keepAfter: (record: Message): void => keep(importOriginOf(record)?.after),

    /** Returns the line's UUID. */
    add(line: JsonObject, record: Message): string {
      if (record.role === 'assistant') branch = record.run?.branch ?? branch;
      const existing = lineIds.get(record.id) ?? [];
      const uuid = free(
        nonEmptyText(importOriginOf(record)?.ids?.[existing.length]),
        `${record.id} ${existing.length}`,
      );
      const isOwn = importOriginOf(record) === null || line.cwd === undefined;
      const about = isOwn ? aboutRun() : {};
      const timestamp = timeOf(nonEmptyText(line.timestamp) ?? record.createdAt);
      lines.push({ parentUuid: tail, ...about, ...line, ...common, uuid, timestamp });
      lineIds.set(record.id, [...existing, uuid]);
      tail = uuid;
      return uuid;
    },

    addLoose(line: JsonObject): void {
      lines.push({ ...line, sessionId: session });
    },

    /** Precedes the summary: earlier lines are no longer loaded, except those it preserves. */
    addBoundary(summary: SystemMessage): void {
      const uuid = free(null, `boundary ${summary.id}`);
      const anchorUuid = uuidOf(`${session} ${summary.id} 0`);
      const { firstKeptId, tokensBefore, tokensAfter } = summary.compaction ?? {};
      const first = lineIds.get(firstKeptId ?? '')?.[0];
      const from = first === undefined ? -1 : lines.findIndex((line) => line.uuid === first);
      const keptIds = from < 0 ? [] : lines.slice(from).flatMap((line) => nonEmptyText(line.uuid) ?? []);
      const preserved =
        keptIds.length === 0
          ? {}
          : {
              preservedSegment: { headUuid: keptIds[0], anchorUuid, tailUuid: keptIds.at(-1) },
              preservedMessages: { anchorUuid, uuids: keptIds, allUuids: keptIds },
            };
      const compactMetadata = {
        trigger: 'auto',
        preTokens: tokensBefore ?? 0,
        postTokens: tokensAfter ?? 0,
        ...preserved,
      };
      const fields = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', level: 'info' };
      const timestamp = timeOf(summary.createdAt);
      lines.push({
        parentUuid: null,
        logicalParentUuid: tail,
        ...fields,
        isMeta: false,
        compactMetadata,
        ...aboutRun(),
        ...common,
        uuid,
        timestamp,
      });
      tail = uuid;
    },

    /** Drops lines that refer to a missing line: the app would start there. */
    lines(): JsonObject[] {
      return lines.filter(({ type, leafUuid }) => type !== 'last-prompt' || uuids.has(String(leafUuid)));
    },
  };
}
