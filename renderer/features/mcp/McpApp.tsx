// The app of a server's tool, below the plain result in the call's box: off until the user opens it once for the server,
// then drawn in the sealed frame of previews (no network, storage, navigation or access to the window).

import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { McpAppPage } from '../../../shared/features/mcp/appMethods.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { language } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { safeLink } from '../markdown/linkPolicy.ts';
import frameAddress from '../previews/previewFrame.html?url';
import { useDark, usePreviewFrame } from '../previews/usePreviewFrame.ts';
import { AppRequest, type AppRequestProps } from './AppRequest.tsx';
import { type Answer, type AppBridge, createAppBridge } from './appBridge.ts';
import { toAppResult } from './appResult.ts';
import { mcpWords } from './words.ts';

const labels = mcpWords.app;
const minHeight = 48;
const maxHeight = 600;
const firstHeight = 160;
/** An app that was refused this often asks the user nothing more until its box is opened again. */
const maxDeclined = 3;

interface AppProps {
  call: CallRef;
  server: string;
  uri: string;
  /** False: its box was closed, and the app may end. */
  open: boolean;
  /** It has ended. */
  onGone: () => void;
}

export function McpApp({ call, server, uri, open, onGone }: AppProps) {
  const { actions } = useSession();
  const conversationId = useConversation((state) => state.conversationId);
  const [page, setPage] = useState<McpAppPage | 'failed' | null>(null);
  const [isEnded, setEnded] = useState(false);
  const [starts, setStarts] = useState(0);
  const visibleServer = visibleText(server);
  const running = useRef<AppBridge>(null);
  const gone = useRef(onGone);
  gone.current = onGone;

  useEffect(() => {
    if (open) return;
    let isCurrent = true;
    void (running.current?.teardown('closed') ?? Promise.resolve()).then(() => {
      if (isCurrent) gone.current();
    });
    return () => {
      isCurrent = false;
      // Opened again meanwhile: it starts again.
      setStarts((count) => count + 1);
    };
  }, [open]);

  useEffect(() => {
    if (conversationId === undefined) return;
    let isCurrent = true;
    void actions.call('mcp.app', { conversationId, server, uri }).then((answer) => {
      if (isCurrent) setPage(answer.ok ? answer.value : 'failed');
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, conversationId, server, uri]);

  async function allow(allowed: boolean): Promise<void> {
    if (conversationId === undefined) return;
    const saved = await actions.call('mcp.allowApp', { conversationId, server, allowed });
    if (!saved.ok) return setPage('failed');
    if (!allowed) await running.current?.teardown('turned off');
    if (!allowed) return setPage({ state: 'off' });
    const opened = await actions.call('mcp.app', { conversationId, server, uri });
    setPage(opened.ok ? opened.value : 'failed');
  }

  if (page === null || conversationId === undefined) return null;
  if (page === 'failed') return <Notice text={labels.failed} />;
  if (page.state === 'disconnected') return null;
  if (page.state === 'off') {
    return (
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2" data-mcp-app="off">
        <Button size="small" onClick={() => void allow(true)}>
          {labels.show(visibleServer)}
        </Button>
        <p className="min-w-48 flex-1 text-ink-3 text-small">{labels.hint}</p>
      </div>
    );
  }
  return (
    <section
      hidden={!open}
      aria-label={labels.label(visibleServer)}
      className="border-line border-t"
      data-mcp-app="shown"
    >
      <div className="flex items-center gap-2 px-3 py-1">
        <p className="min-w-0 flex-1 truncate text-ink-3 text-small">{labels.label(visibleServer)}</p>
        <Button size="small" tone="ghost" onClick={() => void allow(false)}>
          {labels.hide}
        </Button>
      </div>
      {isEnded ? (
        <p role="status" className="px-3 py-2 text-ink-3 text-ui">
          {labels.ended}
        </p>
      ) : (
        <AppFrame
          key={`${starts} ${page.html}`}
          ref={running}
          call={call}
          server={server}
          html={page.html}
          conversationId={conversationId}
          onEnd={() => void running.current?.teardown('requested').then(() => setEnded(true))}
        />
      )}
    </section>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p role="status" className="border-line border-t px-3 py-2 text-fail text-ui">
      {text}
    </p>
  );
}

interface FrameProps {
  ref: Ref<AppBridge>;
  onEnd: () => void;
  call: CallRef;
  server: string;
  html: string;
  conversationId: string;
}

function AppFrame({ ref, call, server, html, conversationId, onEnd }: FrameProps) {
  const { actions, drafts } = useSession();
  const dark = useDark();
  const { frame, state, height: drawnHeight, onLoad } = usePreviewFrame({ kind: 'html', source: html, dark });
  const [height, setHeight] = useState<number | null>(null);
  const [wish, setWish] = useState<AppRequestProps | null>(null);
  const [isFlooded, setFlooded] = useState(false);
  const isAsked = useConversation(({ calls }) => calls.some(({ approval, question }) => approval || question));
  const drawn = useRef(firstHeight);
  const isAsking = useRef(false);
  const declined = useRef(0);
  const latest = useRef({ call, dark, onEnd });
  latest.current = { call, dark, onEnd };
  /** Its frame while it ends, after its place in the window is gone. */
  const leaving = useRef<HTMLIFrameElement>(null);

  const bridge = useMemo(() => {
    const send = (message: unknown): void =>
      (leaving.current ?? frame.current)?.contentWindow?.postMessage(message, '*');
    const notify = (name: string, params: unknown): void =>
      send({ jsonrpc: '2.0', method: `ui/notifications/${name}`, params });
    const readImage = async (hash: string): Promise<string | null> => {
      const image = await actions.call('attachment.read', { conversationId, hash });
      return image.ok ? image.value.base64 : null;
    };
    /** The user answers in the window: a click that only takes the focus from the app would not count as an answer. */
    const leaveApp = (): void => {
      if (document.activeElement === frame.current) frame.current?.blur();
    };
    /** One question at a time: the app cannot pile them up. */
    const ask = (type: AppRequestProps['type'], text: string): Promise<boolean> =>
      new Promise((resolve) => {
        if (leaving.current || isAsking.current || declined.current >= maxDeclined) return resolve(false);
        isAsking.current = true;
        leaveApp();
        setWish({
          type,
          text,
          onAnswer(isAllowed) {
            isAsking.current = false;
            if (!isAllowed) declined.current++;
            setWish(null);
            resolve(isAllowed);
          },
        });
      });
    const sendCall = async (): Promise<void> => {
      const { arguments: text, result } = latest.current.call;
      notify('tool-input', { arguments: parseArguments(text) });
      if (!result) return;
      if (result.outcome === 'cancelled') return notify('tool-cancelled', {});
      const { content, details, attachments = [], outcome } = result;
      notify(
        'tool-result',
        await toAppResult({ text: content, mcp: details?.mcp, attachments, isError: outcome !== 'ok' }, readImage),
      );
    };
    return createAppBridge({
      send,
      now: () => performance.now(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      context: () => ({
        theme: themeOf(latest.current.dark),
        locale: language,
        displayMode: 'inline',
        availableDisplayModes: ['inline'],
        containerDimensions: dimensionsOf(frame.current),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        userAgent: 'throughline',
        platform: 'desktop',
        deviceCapabilities: {
          touch: matchMedia('(any-pointer: coarse)').matches,
          hover: matchMedia('(any-hover)').matches,
        },
      }),
      onReady: () => void sendCall(),
      onHeight: setHeight,
      onFlood: () => setFlooded(true),
      onEnd: () => latest.current.onEnd(),
      async openLink(url) {
        const address = safeLink(url);
        return address !== null && (await ask('link', address));
      },
      async addText(text, before) {
        const visible = visibleText(text);
        if (!(await ask('text', visible))) return false;
        const draft = drafts.textOf(conversationId);
        drafts.write(conversationId, withText(draft, visible, before === null ? null : visibleText(before)));
        return true;
      },
      async callTool(tool, args): Promise<Answer> {
        if (declined.current >= maxDeclined) return { ok: false, message: 'The user declined.' };
        leaveApp();
        const answer = await actions.call('mcp.appCall', { conversationId, server, tool, arguments: args });
        if (!answer.ok) {
          if (answer.error.code === 'TOOL_DENIED') declined.current++;
          return { ok: false, message: answer.error.message };
        }
        return { ok: true, result: await toAppResult(answer.value, readImage) };
      },
      async readResource(uri): Promise<Answer> {
        const answer = await actions.call('mcp.appResource', { conversationId, server, uri });
        return answer.ok ? { ok: true, result: answer.value } : { ok: false, message: answer.error.message };
      },
    });
  }, [actions, drafts, conversationId, server, frame]);

  const running = useRef(bridge);
  running.current = bridge;
  useLayoutEffect(
    () => () => {
      leaving.current = frame.current;
      if (leaving.current) endOutside(leaving.current, running.current);
    },
    [frame],
  );
  useImperativeHandle(ref, () => bridge, [bridge]);
  useEffect(() => bridge.contextChanged({ theme: themeOf(dark) }), [bridge, dark]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      // Hidden while it ends.
      if (element.clientWidth === width || element.clientWidth === 0) return;
      width = element.clientWidth;
      bridge.contextChanged({ containerDimensions: dimensionsOf(element) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [bridge, frame]);

  useEffect(() => {
    const onMessage = (event: MessageEvent): void => receive(event, frame.current, bridge);
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [bridge, frame]);

  function answer(isAllowed: boolean): void {
    if (!wish) return;
    if (isAllowed && wish.type === 'link') window.open(wish.text, '_blank', 'noopener,noreferrer');
    wish.onAnswer(isAllowed);
  }

  if (isFlooded) return <Notice text={labels.flooded} />;
  if (state.type === 'left') return <Notice text={labels.left} />;
  // While the user is asked something, the app cannot move the answers under the pointer.
  if (wish === null && !isAsked)
    drawn.current = Math.min(maxHeight, Math.max(minHeight, height ?? drawnHeight ?? firstHeight));
  return (
    <>
      <div className="relative overflow-hidden" style={{ height: drawn.current }}>
        <iframe
          ref={frame}
          title={labels.label(visibleText(server))}
          src={frameAddress}
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
          onLoad={onLoad}
          className="block h-full w-full"
        />
      </div>
      {wish && <AppRequest {...wish} onAnswer={answer} />}
    </>
  );
}

const dimensionsOf = (frame: HTMLIFrameElement | null) => ({ maxHeight, width: frame?.clientWidth ?? 0 });
const themeOf = (dark: boolean): string => (dark ? 'dark' : 'light');

function receive({ source, origin, data }: MessageEvent, frame: HTMLIFrameElement | null, bridge: AppBridge): void {
  // An opaque origin is `null`: anything else is not the sealed frame.
  if (source !== null && source === frame?.contentWindow && origin === 'null') bridge.receive(data);
}

/** Lets the app end when its place in the window goes: its frame is moved away, which does not load it again. */
function endOutside(frame: HTMLIFrameElement, bridge: AppBridge): void {
  if (!frame.isConnected || !('moveBefore' in document.body)) return;
  frame.hidden = true;
  document.body.moveBefore(frame, null);
  const onMessage = (event: MessageEvent): void => receive(event, frame, bridge);
  addEventListener('message', onMessage);
  void bridge.teardown('closed').then(() => {
    removeEventListener('message', onMessage);
    frame.remove();
  });
}

/** The draft with the text added, or in place of the lines that were added before. */
function withText(draft: string, text: string, before: string | null): string {
  const lines = `\n${draft}\n`;
  const at = before === null ? -1 : lines.lastIndexOf(`\n${before}\n`);
  if (before === null || at === -1) return [draft, text].filter(Boolean).join('\n');
  return `${lines.slice(1, at + 1)}${text}${lines.slice(at + 1 + before.length, -1)}`;
}
