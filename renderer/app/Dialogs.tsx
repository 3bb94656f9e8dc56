// Renders the open dialog. Each loads on first use or when the window is idle.

import { type ComponentType, useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { DialogProps } from '../core/feature.ts';
import { lazyPart, loadWhenIdle, type Part } from '../core/parts/lazyPart.tsx';
import { useSession, useView } from '../core/state/context.tsx';
import type { SettingsPages } from '../features/settings/SettingsDialog.tsx';
import { features } from '../features.ts';

function dialog<P extends object>(from: () => Promise<ComponentType<P>>): Part<P> {
  return lazyPart(from, null, 'dialog');
}

const Palette = dialog(async () => (await import('../features/palette/Palette.tsx')).Palette);
const CodeDialog = dialog(async () => (await import('./CodeDialog.tsx')).CodeDialog);
const PasskeyPrompt = dialog(async () => (await import('../features/remote/PasskeyPrompt.tsx')).PasskeyPrompt);

/** By dialog type. */
const dialogs: Readonly<Record<string, Part<{ onClose: () => void }>>> = Object.fromEntries(
  Object.entries({ ...Object.assign({}, ...features.map((feature) => feature.dialogs)), settings: loadSettings }).map(
    ([type, from]) => [type, dialog(from as () => Promise<ComponentType<{ onClose: () => void }>>)],
  ),
);

/** With the settings pages of every feature. */
async function loadSettings(): Promise<ComponentType<DialogProps<'settings'>>> {
  const loading = features.flatMap(({ settings = {} }) =>
    Object.entries(settings).map(async ([section, load]) => [section, await load()] as const),
  );
  const [{ SettingsDialog }, pages] = await Promise.all([
    import('../features/settings/SettingsDialog.tsx'),
    Promise.all(loading).then((entries) => Object.fromEntries(entries) as SettingsPages),
  ]);
  return (props) => <SettingsDialog pages={pages} {...props} />;
}

const parts = [Palette, ...Object.values(dialogs), CodeDialog];

export function Dialogs() {
  const { view, confirming } = useSession();
  const pending = useStore(confirming.store, (now) => now.pending);
  const open = useView((now) => now.dialog);
  const paletteOpen = useView((now) => now.paletteOpen);
  const Confirming = pending?.passkey ? PasskeyPrompt : CodeDialog;
  const Open = open ? dialogs[open.type] : undefined;
  useEffect(() => loadWhenIdle(parts), []);
  return (
    <>
      {pending && <Confirming key={pending.confirmation} pending={pending} />}
      {paletteOpen && <Palette onClose={() => view.setState({ paletteOpen: false })} />}
      {Open && <Open {...open} onClose={() => view.setState({ dialog: null })} />}
    </>
  );
}
