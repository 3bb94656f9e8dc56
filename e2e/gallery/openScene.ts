// Brings a new window into the state of a scene: what is open, typed and pressed.

import type {} from '../../renderer/app/createSession.ts';
import type { Session } from '../../renderer/core/state/session.ts';
import { namedDialog } from './namedDialog.ts';
import type { Scene } from './scene.ts';
import { still } from './still.ts';

/** Each attempt takes at least three frames. Many: a part of the window is loaded late on a busy machine. */
const maxAttempts = 300;

export function openScene(session: Session, scene: Scene, query: URLSearchParams, ended: AbortSignal): void {
  const { actions, app, drafts, toasts, view } = session;
  const open = [...(query.get('open') ?? '').split(',').filter(Boolean), ...(scene.open ?? [])];
  view.setState({
    openCalls: Object.fromEntries(open.map((key) => [key, true])),
    panelOpen: query.has('panel') || scene.panel !== undefined,
    panel: scene.panel ?? 'chain',
    paletteOpen: query.has('palette'),
    dialog: namedDialog(query.get('dialog')) ?? scene.dialog ?? null,
    sheet: query.has('sheet') ? 'sidebar' : null,
    ...scene.view,
  });
  for (const toast of scene.toasts ?? []) toasts.show(toast);
  if (scene.draft !== undefined) drafts.write(null, scene.draft);
  const { files, conversation } = scene;
  if (files) session.connection.onOpen(() => session.uploads.add(conversation?.conversationId ?? null, files()));
  const stop = app.store.subscribe(({ snapshot }) => {
    if (!snapshot) return;
    stop();
    if (scene.conversation) actions.show(scene.conversation.conversationId);
    if (scene.view?.page) view.setState({ page: scene.view.page });
    if (scene.searched !== undefined) session.search.write(scene.searched, true);
    if (scene.found !== undefined) {
      session.find.open();
      session.find.write(scene.found);
    }
    // If an element is missing, the page throws, which the waiting test sees.
    void pressAll(scene.press ?? [], ended)
      .then(() => typeInto(scene, ended))
      .finally(drawn);
  });
  if (scene.link !== undefined || scene.handlers?.['app.open']) setTimeout(drawn, 900);

  function drawn(): void {
    if (!ended.aborted) document.documentElement.dataset.drawn = '';
  }
}

async function typeInto({ typed, keys = [] }: Scene, ended: AbortSignal): Promise<void> {
  if (typed === undefined) return;
  const field = await found('[data-composer]', ended);
  field?.focus();
  document.execCommand('insertText', false, typed);
  for (const key of keys) {
    await still();
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(press);
  }
  await still();
}

/** Presses each element once it exists. Uses the keyboard, which opens menus like the pointer does. */
async function pressAll(selectors: readonly string[], ended: AbortSignal): Promise<void> {
  await still();
  for (const selector of selectors) {
    const element = await found(selector, ended);
    if (!element) return;
    element.focus();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    if (element.getAttribute('aria-haspopup') !== 'menu') element.click();
    await still();
  }
}

/** Null if the scene ended first. */
async function found(selector: string, ended: AbortSignal): Promise<HTMLElement | null> {
  for (let tries = 0; !ended.aborted; tries++) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element;
    if (tries === maxAttempts) throw new Error(`There is nothing to press: ${selector}`);
    await still();
  }
  return null;
}
