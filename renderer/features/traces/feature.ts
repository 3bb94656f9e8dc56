// Traces: exports runs to an OpenTelemetry collector.

import type { WindowFeature } from '../../core/feature.ts';

export const tracesFeature: WindowFeature = {
  settings: {
    traces: async () => (await import('./TracesSection.tsx')).tracesPage,
  },
};
