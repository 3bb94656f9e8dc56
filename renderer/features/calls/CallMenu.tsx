// All actions of a call, in a menu at the end of its row. Built only when opened, so that closed rows stay cheap.

import {
  AtSign,
  Copy,
  Download,
  Ellipsis,
  Eraser,
  FileText,
  Hash,
  Maximize2,
  Redo2,
  Search,
  Undo2,
  Waypoints,
} from 'lucide-react';
import { type Ref, useState } from 'react';
import { mentionText } from '../../../shared/conversation/mentions.ts';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { changesOf } from '../../core/calls/callChanges.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { CallStatus } from '../../core/calls/callState.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversationView, useSession } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import { useInPlaceApp } from '../../core/state/inPlace.ts';
import { openFile } from '../../core/state/panels.ts';
import type { Session } from '../../core/state/session.ts';
import type { ForgetTarget } from '../../core/state/viewStore.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { focusComposer } from '../../ui/focus.ts';
import { Menu, MenuItem, MenuSeparator, MoreSubmenu } from '../../ui/Menu.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { matchesMedia, panelOverQuery } from '../../ui/useMedia.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { MarkItems } from '../context/MarkItems.tsx';
import { type AnsweredPlan, answeredPlan } from '../results/answeredPlan.ts';
import { RunAgainItem } from '../tools/run/RunAgainItem.tsx';
import { useIsUndone } from '../undo/CallChanges.tsx';

const words = lateStrings.results.actions;

export interface CallMenuProps {
  call: CallRef;
  status: CallStatus;
  /** While the row is open, the button is always visible. */
  open: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const look =
  'absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-m text-ink-3 hover:bg-hover hover:text-ink';

export function CallMenu({ call, status, open, ref }: CallMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const visibility = open
    ? ''
    : 'opacity-0 focus-visible:opacity-100 group-hover/head:opacity-100 data-[state=open]:opacity-100';
  const glyph = <Ellipsis className="size-3.5" strokeWidth={1.75} aria-hidden />;
  const name = strings.calls.menu;
  if (!isWanted) {
    return (
      <button
        ref={ref}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        title={name}
        onClick={() => setWanted(true)}
        className={classes(look, visibility)}
      >
        {glyph}
      </button>
    );
  }
  const trigger = (
    <button ref={ref} type="button" aria-label={name} title={name} className={classes(look, visibility)}>
      {glyph}
    </button>
  );
  return (
    <Menu align="end" defaultOpen trigger={trigger}>
      <CallEntries call={call} status={status} />
    </Menu>
  );
}

/** For the button and the context menu: up to six common actions, and the rest in a submenu. */
export function CallEntries({ call, status }: Pick<CallMenuProps, 'call' | 'status'>) {
  const session = useSession();
  const { drafts, view } = session;
  const actions = useActions();
  const conversationId = useConversationView((now) => now.id) ?? '';
  const ours = useInPlaceApp() === null;
  const { result } = call;
  const { command, path, file } = callFacts(call);
  const sentence = callLine(call, status.state);
  const copy = (text: string) => () => void copyText(text, actions);
  const mention = (): void => {
    const before = drafts.textOf(conversationId);
    const space = before === '' || /\s$/.test(before) ? '' : ' ';
    drafts.write(conversationId, `${before}${space}${callReference(conversationId, call)} `);
    focusComposer();
  };
  const hasResult = result !== null && !result.removed;
  const full = (search: boolean) => () =>
    result &&
    view.setState({ dialog: { type: 'output', messageId: result.id, title: sentence, ...(search ? { search } : {}) } });
  const plan = hasResult && call.name === 'present_plan' ? answeredPlan(result.details) : null;
  const hasMost = command !== null || path !== null || hasResult || file !== null;
  const rest = (
    <>
      {call.arguments.trim() !== '' && (
        <MenuItem icon={Copy} label={words.copy.arguments} onSelect={copy(call.arguments)} />
      )}
      {ours && (
        <MenuItem needs="run.send" icon={AtSign} label={lateStrings.results.panel.mention} moves onSelect={mention} />
      )}
      <MenuItem
        icon={Hash}
        label={words.reference}
        hint={words.referenceHint}
        onSelect={copy(callReference(conversationId, call))}
      />
      {plan && <MenuItem icon={Download} label={words.savePlan} onSelect={() => savePlan(plan)} />}
      {hasResult && <MenuItem icon={Search} label={words.search} onSelect={full(true)} />}
      <MenuItem icon={Waypoints} label={strings.calls.showInChain} onSelect={() => showInChain(session, call.key)} />
      {ours && <OwnEntries call={call} sentence={sentence} />}
    </>
  );
  return (
    <>
      {command !== null && <MenuItem icon={Copy} label={words.copy.command} onSelect={copy(command)} />}
      {path !== null && <MenuItem icon={Copy} label={words.copy.path} onSelect={copy(path)} />}
      {hasResult && plan === null && <MenuItem icon={Copy} label={words.copy.result} onSelect={copy(result.content)} />}
      {plan && <MenuItem icon={Copy} label={words.copy.plan} onSelect={copy(plan.text)} />}
      {hasResult && <MenuItem icon={Maximize2} label={words.full} onSelect={full(false)} />}
      {file && (
        <MenuItem
          needs="file.read"
          icon={FileText}
          label={words.open(visibleText(file.path))}
          onSelect={() => openFile(view, file.path, file.line)}
        />
      )}
      {ours && hasResult && !result.details?.external && <RunAgainItem call={call} />}
      {ours && <UndoItem call={call} />}
      {hasMost && <MenuSeparator />}
      {hasMost ? <MoreSubmenu label={strings.calls.more}>{rest}</MoreSubmenu> : rest}
    </>
  );
}

/** Actions that change the conversation's copy of the call. */
function OwnEntries({ call, sentence }: { call: CallRef; sentence: string }) {
  const { view } = useSession();
  const { result } = call;
  const targets = forgettable(call);
  return (
    <>
      {(result || targets.length > 0) && <MenuSeparator />}
      {result && <MarkItems message={result} label={sentence} line={targets.length > 0} />}
      {targets.map((target) => (
        <MenuItem
          key={target.what}
          needs="conversation.forgetMessage"
          icon={Eraser}
          label={strings.chat.forget.action[target.what]}
          tone="danger"
          onSelect={() => view.setState({ dialog: { type: 'forget', ...target } })}
        />
      ))}
    </>
  );
}

function savePlan({ title, text }: AnsweredPlan): void {
  saveFile(`${title || words.planFile}.md`, [text.endsWith('\n') ? text : `${text}\n`]);
}

function UndoItem({ call }: { call: CallRef }) {
  const { view } = useSession();
  const undone = useIsUndone(call);
  const changes = changesOf(call);
  if (!changes || changes.copied || changes.files.length === 0) return null;
  const direction = undone ? 'redo' : 'undo';
  const target = { type: 'call' as const, messageId: call.messageId, index: call.index };
  return (
    <MenuItem
      needs="changes.apply"
      icon={undone ? Redo2 : Undo2}
      label={words[direction]}
      onSelect={() => view.setState({ dialog: { type: 'changes', target, direction } })}
    />
  );
}

/** The parts that can be removed permanently: the result and, if it exists, the call itself. */
function forgettable({ result, messageId, arguments: text }: CallRef): ForgetTarget[] {
  const targets: ForgetTarget[] = [];
  if (result && !result.removed) targets.push({ messageId: result.id, what: 'result' });
  const hasArguments = !/^(?:\{\s*\})?$/.test(text.trim());
  if (hasArguments && messageId !== result?.id) targets.push({ messageId, what: 'call' });
  return targets;
}

/** Values to copy or open, from the arguments and the result. Computed when a menu opens. */
interface CallFacts {
  command: string | null;
  /** As given, for file tools. */
  path: string | null;
  /** Can be opened in the file panel. */
  file: { path: string; line?: number } | null;
}

const fileTools = new Set(['read_file', 'write_file', 'edit_file']);
const pathTools = new Set([...fileTools, 'list_files', 'search_files']);

function callFacts(call: Pick<CallRef, 'name' | 'arguments' | 'result'>): CallFacts {
  const { name, arguments: text, result } = toNativeCall(call);
  const args = parseArguments(text);
  const details = result?.details;
  const named = typeof args.path === 'string' && args.path !== '' ? args.path : null;
  const path = pathTools.has(name) ? named : null;
  const shownPath = typeof details?.path === 'string' ? details.path : named;
  const line = typeof args.offset === 'number' ? args.offset : firstChangedLine(details?.diff);
  return {
    command: name === 'run_command' && typeof args.command === 'string' ? args.command : null,
    path,
    file:
      fileTools.has(name) && shownPath !== null ? { path: shownPath, ...(line === undefined ? {} : { line }) } : null,
  };
}

function firstChangedLine(diff: unknown): number | undefined {
  if (typeof diff !== 'string') return undefined;
  const start = /^@@ -\S+ \+(\d+)/m.exec(diff)?.[1];
  return start === undefined ? undefined : Math.max(1, Number(start));
}

/** The mention of a call, which works in any message. */
function callReference(conversationId: string, { messageId, index }: Pick<CallRef, 'messageId' | 'index'>): string {
  return mentionText(`chat:${conversationId}/${messageId}:${index}`);
}

/** `key`: of the box, `messageId:index`. */
function showInChain({ view }: Session, key: string): void {
  const over = matchesMedia(panelOverQuery);
  view.setState(({ chainAt }) => ({
    panel: 'chain',
    ...(over ? { sheet: 'panel' as const } : { panelOpen: true }),
    chainAt: { key, count: (chainAt?.count ?? 0) + 1 },
  }));
}
