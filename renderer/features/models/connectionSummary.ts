// Short summary of a provider's custom connection settings.

import { type ConnectionDraft, isBlank, timeFields } from './connectionDraft.ts';
import { modelWords } from './words.ts';

const words = modelWords.form.connection;

/** Empty if there are none. */
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
