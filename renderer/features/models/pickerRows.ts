// Rows of the provider picker and the initial form for each: local servers first, then well-known providers, then
// servers that could run here, and last any other. Pure.

import { type KnownProvider, knownProviders } from '../../../shared/features/models/knownProviders.ts';
import type { LocalServer, ModelInfo } from '../../../shared/features/models/modelInfo.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';

export interface FormStart {
  /** Null: not a well-known provider. */
  knownProvider: KnownProvider | null;
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  models?: readonly ModelInfo[];
}

type PickerGroupName = 'found' | 'online' | 'local';

export interface PickerRow {
  id: string;
  /** Empty: any other server. */
  name: string;
  /** Its address, as far as known. */
  place: string;
  /** Set if it is running now. */
  server?: LocalServer;
  begin: FormStart;
}

export interface PickerGroup {
  name: PickerGroupName;
  rows: PickerRow[];
}

/** Omits empty groups. “Any other” matches every input, and takes a typed address along. */
export function pickerRows(
  localServers: readonly LocalServer[],
  typed: string,
): { groups: PickerGroup[]; other: PickerRow } {
  const text = typed.trim();
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, place, begin: { knownProvider } }: PickerRow): boolean => {
    const searchText = [name, place, knownProvider?.id, ...(knownProvider?.also ?? [])].join('\n').toLowerCase();
    return parts.every((part) => searchText.includes(part));
  };
  const running = localServers.map(serverRow);
  const ports = new Set(localServers.map(({ baseUrl }) => URL.parse(baseUrl)?.port));
  const silent = (knownProvider: KnownProvider): boolean => !ports.has(URL.parse(knownProvider.baseUrl)?.port);
  const address = /^https?:\/\//i.test(text) ? text : '';
  const groups: PickerGroup[] = [
    { name: 'found', rows: running.filter(matches) },
    { name: 'online', rows: rowsOf((knownProvider) => !knownProvider.local).filter(matches) },
    {
      name: 'local',
      rows: rowsOf((knownProvider) => knownProvider.local === true && silent(knownProvider)).filter(matches),
    },
  ];
  return { groups: groups.filter(({ rows }) => rows.length > 0), other: otherRow(address) };
}

export function formStartOf({ name, kind, baseUrl, models }: LocalServer): FormStart {
  const knownProvider = knownProviders.find((each) => each.local && each.name === name) ?? null;
  return { knownProvider, name, kind, baseUrl, models };
}

/** The well-known provider at this address. */
export function knownProviderAt(baseUrl: string): KnownProvider | null {
  const host = URL.parse(baseUrl)?.host;
  return (
    knownProviders.find((knownProvider) => knownProvider.baseUrl && URL.parse(knownProvider.baseUrl)?.host === host) ??
    null
  );
}

export function hostOf(address: string): string {
  return URL.parse(address.trim())?.host ?? '';
}

function serverRow(server: LocalServer): PickerRow {
  const { name, baseUrl } = server;
  return { id: `found ${baseUrl}`, name, place: hostOf(baseUrl), server, begin: formStartOf(server) };
}

function rowsOf(isIncluded: (knownProvider: KnownProvider) => boolean): PickerRow[] {
  return knownProviders.filter(isIncluded).map((knownProvider) => {
    const { id, name, kind, baseUrl, addressHint = '' } = knownProvider;
    const place = hostOf(baseUrl) || addressHint.replace(/^https:\/\/|\/.*$/g, '');
    return { id, name, place, begin: { knownProvider, name, kind, baseUrl } };
  });
}

function otherRow(baseUrl: string): PickerRow {
  return { id: 'other', name: '', place: baseUrl, begin: { knownProvider: null, name: '', kind: 'openai', baseUrl } };
}
