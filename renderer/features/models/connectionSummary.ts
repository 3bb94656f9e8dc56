// What of a connection is set, in a few words.

import { lateStrings } from '../../core/lateStrings.ts';
import { type ConnectionDraft, isBlank, timeFields } from './connectionDraft.ts';

const words = lateStrings.providers.form.connection;

/** Empty where nothing is. */
export function connectionSummary({ headers, proxy, certificate, ...times }: ConnectionDraft): string {
  const count = headers.filter((row) => !isBlank(row)).length;
  const parts = [
    count > 0 && words.headerCount(count),
    proxy.trim() !== '' && words.proxySet,
    certificate.trim() !== '' && words.certificateSet,
    timeFields.some((field) => times[field].trim() !== '') && words.timesSet,
  ];
  return parts.filter(Boolean).join(' · ');
}
